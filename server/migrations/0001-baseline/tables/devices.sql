create table "devices" (
  "id" text primary key,
  "name" text not null unique,
  "kind" text not null,
  "host" text not null,
  "port" bigint not null,
  "jumpDeviceId" text,
  "tunnelled" bigint not null,
  "username" text not null,
  "authentication" text not null,
  "credentials" text not null,
  "hostKey" text,
  "shownHostKey" text,
  "group" text not null,
  "tags" text not null,
  "notes" text not null,
  "status" text not null,
  "problem" text,
  "problemDetail" text,
  "statusChangedAt" text not null,
  "lastSeenAt" text,
  "facts" text,
  "reading" text,
  "model" text not null,
  "cpu" double precision,
  "gpu" double precision,
  "temperature" double precision,
  "memory" double precision,
  "disk" double precision,
  "creator" text not null,
  "createdAt" text not null,
  "updatedAt" text not null,
  "factsAt" text
);
create index "devicesByJump" on "devices" ("jumpDeviceId");

create table "deviceRecords" (
  "id" text primary key,
  "deviceId" text not null,
  "at" text not null,
  "action" text not null,
  "account" text,
  "detail" text not null,
  "reason" text
);
create index "deviceRecordsOfDevice" on "deviceRecords" ("deviceId", "at", "id");
create index "deviceDeletions" on "deviceRecords" ("at", "id") where "action" = 'deleted';

create table "serverKeys" (
  "name" text primary key,
  "privateKey" text not null,
  "publicKey" text not null
);

create table "deviceHistory" (
  "deviceId" text not null,
  "tier" text not null,
  "start" bigint not null,
  "points" text not null,
  constraint "deviceHistoryKey" primary key ("deviceId", "tier", "start")
);
create index "deviceHistoryByAge" on "deviceHistory" ("tier", "start");

create table "deviceCommands" (
  "id" text primary key,
  "command" text not null,
  "timeoutSeconds" bigint not null,
  "concurrency" bigint not null,
  "status" text not null,
  "devices" bigint not null,
  "creator" text not null,
  "createdAt" text not null,
  "endedAt" text
);
create index "deviceCommandsByTime" on "deviceCommands" ("createdAt", "id");

create table "deviceCommandOutcomes" (
  "commandId" text not null,
  "deviceId" text not null,
  "deviceName" text not null,
  "status" text not null,
  "exitCode" bigint,
  "signal" text,
  "detail" text not null,
  "lastLine" text not null,
  "outputSize" bigint not null,
  "omitted" bigint not null,
  "head" text not null,
  "tail" text not null,
  "startedAt" text,
  "endedAt" text,
  constraint "deviceCommandOutcomesKey" primary key ("commandId", "deviceId")
);
create index "deviceCommandOutcomesByStatus" on "deviceCommandOutcomes" ("commandId", "status", "deviceName");

create table "deviceCollections" (
  "id" text primary key,
  "deviceId" text not null,
  "folder" text not null,
  "pattern" text not null,
  "modifiedSince" text,
  "spaceId" text not null,
  "spaceFolder" text not null,
  "schedule" text not null,
  "removeAfter" bigint not null,
  "isPaused" bigint not null,
  "nextRunAt" text,
  "creator" text not null,
  "createdAt" text not null,
  "updatedAt" text not null
);
create index "deviceCollectionsOfDevice" on "deviceCollections" ("deviceId", "createdAt");
create index "dueDeviceCollections" on "deviceCollections" ("nextRunAt");

create table "deviceCollectionRuns" (
  "id" text primary key,
  "collectionId" text not null,
  "state" text not null,
  "account" text,
  "matched" bigint not null,
  "collected" bigint not null,
  "present" bigint not null,
  "bytes" bigint not null,
  "removed" bigint not null,
  "failed" bigint not null,
  "problems" text not null,
  "error" text,
  "startedAt" text not null,
  "updatedAt" text not null,
  "endedAt" text
);
create index "runsOfDeviceCollection" on "deviceCollectionRuns" ("collectionId", "startedAt", "id");
create index "deviceCollectionRunsByState" on "deviceCollectionRuns" ("state");

create table "collectedFiles" (
  "collectionId" text not null,
  "path" text not null,
  "size" bigint not null,
  "modifiedAt" bigint not null,
  constraint "collectedFilesKey" primary key ("collectionId", "path")
);

create table "deviceEnrolments" (
  "id" text primary key,
  "tokenHash" text not null unique,
  "name" text not null,
  "kind" text not null,
  "group" text not null,
  "tags" text not null,
  "creator" text not null,
  "createdAt" text not null,
  "expiresAt" text not null,
  "deviceId" text
);

create table "deviceTunnels" (
  "deviceId" text primary key,
  "username" text not null unique,
  "publicKey" text not null
);
