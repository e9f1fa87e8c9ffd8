"""A signing key that belongs to nobody, and the DNS that would hold it: for tests of DKIM alone."""

import dkim

KEY = b"""-----BEGIN PRIVATE KEY-----
MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBALvRNlOjHdfuMgBF
Q0uT3qJosmqeSa13YZjbdrivQPT42x50z7JP248x90Ra1pEs2KwQ81q6tVF2vX5q
4nCtxf25OuJYJgJD2uSeEQPx/ig8UPGigpq4bTS+M69yi1JmmuEXFYjcKhb9RGAW
jMUA8pktXhtf9FIn4DMAT68lfQ3jAgMBAAECgYAFOXGYa/4lhoOvjD2t+YQE4oKs
ApEsGRkG5nvr8TwOVGnL9BXe8Oe7mPk21owHZ8bzKlmKmYz3oiTtQk3gMoVCWEf8
xWrn2aj7kb0h2D5hthq0DGYW8LACGW90bObn97Iv+I97rWJlTxpdXf8fy6NShBEy
a+PCnC4m5vpm36MfcQJBAPADu05nZsOZr65Ox5Yud3viFV2SS9OTc5r0MkH1g+jv
YUfxvNcZ+/QcMigiEo6Cp33aNlGj77W7qASoWTG1OSsCQQDIU4L2IUplCQDgfne0
84F/6x4dmXnla2h3JWOU8c4gH4oYhRR/yV9+mbgzuBodviQLZTZ97bvoIrSr/QR/
pbIpAkAnI4SkyWnRlbs3QnN7gwJK+lgflR62VsIwT4fuh5nGH1sOv1XbAcq7SOnI
7511DctAU5guAfyx9vL0J3u8BmBXAkAIqNuDakL+BRqdmbnw/4m8jtxZaTYEvdTh
OaOJX76KUvK0RqRxNbJEFb8JtU6jtIF4YKKvZOR3j3CB8skL/4ypAkEAjNIwGNvm
HGrsQp0imNfvbS012QJAz9BKtduiYncqlGVZqLwhZ4+55MEdiqYN9enHZYon/3UJ
gBr3DczkMSbDww==
-----END PRIVATE KEY-----
"""
RECORD = b"v=DKIM1; k=rsa; p=" + (
    b"MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC70TZTox3X7jIARUNLk96iaLJqnkmtd2GY23a4r0D0+NsedM+yT9uPMfdEWtaR"
    b"LNisEPNaurVRdr1+auJwrcX9uTriWCYCQ9rknhED8f4oPFDxooKauG00vjOvcotSZprhFxWI3CoW/URgFozFAPKZLV4bX/RSJ+Az"
    b"AE+vJX0N4wIDAQAB"
)


def dns(name: bytes, timeout: int = 5) -> bytes:
    """The key of the selector "tests", whatever the domain."""
    del timeout
    return RECORD if name.startswith(b"tests._domainkey.") else b""


def signed(raw: bytes, domain: str, length: bool = False, fields: tuple[bytes, ...] = (b"from", b"to", b"subject")) -> bytes:
    """The mail with a signature of this domain in front."""
    mark: bytes = dkim.sign(raw, b"tests", domain.encode(), KEY, include_headers=list(fields), length=length)
    return mark + raw
