create table "spaces" (
  "id" text primary key,
  "name" text not null unique,
  "path" text not null unique,
  "description" text not null,
  "tags" text not null,
  "status" text not null,
  "progress" text,
  "fileCount" bigint not null,
  "totalSize" bigint not null,
  "createdAt" text not null,
  "updatedAt" text not null,
  "scannedAt" text,
  "scanReport" text,
  "creator" text
);
create index "spacesByAge" on "spaces" ("createdAt", "id");

create table "deletedSpaces" (
  "id" text primary key,
  "name" text not null,
  "space" text not null,
  "deletedAt" text not null,
  "deletedBy" text not null
);
create index "deletedSpacesByAge" on "deletedSpaces" ("deletedAt", "id");
