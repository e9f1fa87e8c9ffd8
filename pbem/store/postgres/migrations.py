"""The tables of a league, as numbered steps: the first makes all of it, each later one changes what the one before has left.

A step that was carried out somewhere is never changed; another is added. SCHEMA is the number of the last.
"""

_FIRST = """
create table league (
    one boolean primary key default true check (one),
    schema integer not null,
    mailbox text not null
);
create sequence moment;
create table campaign (
    name text collate "C" primary key,
    about bytea,
    last integer not null default 0,
    digest text not null,
    shown bytea,
    seq bigint not null default 0
);
create index on campaign (seq);
create table text_of_module (
    sha256 text primary key,
    content bytea compression lz4 not null
);
create table module (
    campaign text collate "C" not null references campaign on delete cascade,
    name text collate "C" not null,
    sha256 text not null references text_of_module,
    primary key (campaign, name)
);
create table line (
    campaign text collate "C" not null references campaign on delete cascade,
    file text collate "C" not null,
    place integer not null,
    number integer,
    content bytea compression lz4 not null,
    primary key (campaign, file, place),
    unique (campaign, number)
);
create table letter_out (
    campaign text collate "C" not null references campaign on delete cascade,
    seat text collate "C" not null,
    number text collate "C" not null,
    raw bytea compression lz4 not null,
    primary key (campaign, seat, number)
);
create table letter_in (
    name text collate "C" primary key,
    lane text collate "C" not null,
    folder text not null check (folder in ('new', 'later', 'held', 'shunt', 'ignored', 'filed')),
    campaign text collate "C",
    transport text not null,
    arrival timestamptz not null,
    sha256 text not null,
    size integer not null,
    reason text not null default '',
    raw bytea compression lz4 not null
);
create index on letter_in (folder, name) where folder <> 'filed';
create index on letter_in (campaign, name) where folder = 'filed';
create index on letter_in (transport);
create table fact (
    id bigint primary key,
    line bytea not null
);
create table gone (
    name text collate "C" primary key,
    said bytea not null,
    moved boolean not null,
    seq bigint not null
);
create index on gone (seq);
create table door (
    name text primary key,
    polled timestamptz not null
);
create table note (
    name text primary key
);
"""

MIGRATIONS: tuple[str, ...] = (_FIRST,)
SCHEMA = len(MIGRATIONS)

DAILY = """
grant usage on schema {schema} to {role};
grant select on league to {role};
grant usage on sequence moment to {role};
grant select, insert on fact, text_of_module to {role};
grant select, insert, delete on line, letter_out, module, gone to {role};
grant select, insert, update, delete on campaign, letter_in, door, note to {role};
"""
"""What a role may that works in a league from day to day: it makes no table, and changes no fact, line or frozen letter."""
