"""The tables of a league, as numbered steps: the first makes all of it, each later one changes what the one before has left.

A step that was carried out somewhere is never changed; another is added. SCHEMA is the number of the last. A step that only adds
what older programs can leave alone keeps the `least` of the step before: they work on beside newer ones, and machine after machine
is brought up to date. One that they would hurt names itself as the least, and they are refused from then on, in play too.
"""

from typing import NamedTuple

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

_SECOND = """
alter table league add least integer not null default 1;
alter table letter_in add kept timestamptz not null default now();
create index on letter_in (lane, name) where folder <> 'filed';
create table remembered (
    campaign text collate "C" primary key references campaign on delete cascade,
    number integer not null,
    digest text not null,
    content bytea compression lz4 not null
);
create table unpainted (
    campaign text collate "C" not null references campaign on delete cascade,
    seat text collate "C" not null,
    number text collate "C" not null,
    head bytea not null,
    primary key (campaign, seat, number)
);
create unlogged table at_work (
    name text primary key,
    role text not null,
    seen timestamptz not null
);
"""

_THIRD = """
create unlogged table attempt (
    name text collate "C" primary key,
    times integer not null,
    at timestamptz not null
);
alter table campaign alter shown set compression lz4;
alter table letter_in drop constraint letter_in_folder_check;
alter table line set (toast_tuple_target = 4080);
alter table letter_out set (toast_tuple_target = 4080);
"""

_FOURTH = """
alter table at_work add machine text not null default '';
alter table at_work add since timestamptz not null default clock_timestamp();
alter table at_work add told bytea;
create table watch (
    one boolean primary key default true check (one),
    content bytea not null
);
"""

_FIFTH = """
alter table line add packing smallint not null default 0, add size integer;
alter table letter_out add packing smallint not null default 0;
alter table letter_in add packing smallint not null default 0;
alter table remembered add packing smallint not null default 0;
alter table campaign add packing smallint not null default 0;
alter table line alter content set storage external;
alter table letter_out rename raw to content;
alter table letter_out alter content set storage external;
alter table letter_in rename raw to content;
alter table letter_in alter content set storage external;
alter table remembered alter content set storage external;
alter table campaign alter shown set storage external;
"""
"""By which primer a content is packed (`packing.py`), of a campaign what it shows; what older programs have written stays as it
lies. size: of a line as it is read. Contents of letters have another name now: a program that is at work while the step is taken
finds none, and takes nothing packed for a letter."""


class Migration(NamedTuple):
    """A step. least: the number of the oldest schema whose programs may work in what it leaves."""

    text: str
    least: int


MIGRATIONS: tuple[Migration, ...] = (
    Migration(_FIRST, 1),
    Migration(_SECOND, 2),
    Migration(_THIRD, 2),
    Migration(_FOURTH, 2),
    Migration(_FIFTH, 5),
)
SCHEMA = len(MIGRATIONS)

DAILY = """
grant usage on schema {schema} to {role};
grant select on league to {role};
grant usage on sequence moment to {role};
grant select, insert on fact, text_of_module to {role};
grant select, insert, delete on line, letter_out, module, gone, unpainted to {role};
grant select, insert, update, delete on campaign, letter_in, door, note, remembered, at_work, attempt, watch to {role};
"""
"""What a role may that works in a league from day to day: it makes no table, and changes no fact, line or frozen letter."""
