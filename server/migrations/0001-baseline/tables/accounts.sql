create table "accounts" (
  "id" text primary key,
  "username" text not null,
  "usernameKey" text not null unique,
  "passwordHash" text not null,
  "createdAt" text not null,
  "disabledAt" text,
  "seenAt" text
);

create table "sessions" (
  "id" text primary key,
  "accountId" text not null references "accounts" ("id") on delete cascade,
  "tokenHash" text not null unique,
  "mediaHash" text not null unique,
  "createdAt" text not null,
  "usedAt" text not null,
  "address" text,
  "userAgent" text
);
create index "sessionsByAccount" on "sessions" ("accountId");

create table "accessTokens" (
  "id" text primary key,
  "accountId" text not null references "accounts" ("id") on delete cascade,
  "name" text not null,
  "nameKey" text not null,
  "tokenHash" text not null unique,
  "createdAt" text not null,
  "expiresAt" text,
  "usedAt" text,
  "scope" text default 'full' not null,
  constraint "accessTokensByName" unique ("accountId", "nameKey")
);
