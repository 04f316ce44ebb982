create table "settings" (
  "key" text primary key,
  "value" text not null,
  "updatedAt" text not null,
  "updatedBy" text not null
);

create table "services" (
  "id" text primary key,
  "kind" text not null,
  "name" text not null,
  "settings" text not null,
  "secret" text,
  "lastTest" text,
  "createdAt" text not null,
  "updatedAt" text not null,
  "updatedBy" text not null
);
create unique index "servicesByName" on "services" ("kind", "name");
