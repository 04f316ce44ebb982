create table "searchSpaces" (
  "spaceId" text primary key,
  "version" bigint not null,
  "startedBy" text not null,
  "startedAt" text not null,
  "updatedAt" text
);

create table "searchContents" (
  "slot" integer primary key,
  "checksum" text,
  "embedder" text not null,
  "readable" bigint not null
);
create unique index "searchContentsByChecksum" on "searchContents" ("checksum") where "checksum" is not null;
create index "searchContentsFree" on "searchContents" ("slot") where "checksum" is null;

create table "datasetLikeness" (
  "datasetId" text primary key references "datasets" ("id") on delete cascade,
  "startedBy" text not null,
  "signature" text not null,
  "file" text,
  "contents" bigint not null,
  "comparedAt" text
);

create table "searchLeftOut" (
  "spaceId" text primary key
);
