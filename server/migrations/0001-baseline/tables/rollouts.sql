create table "artifacts" (
  "id" text primary key,
  "kind" text not null,
  "name" text not null,
  "version" text not null,
  "compatible" text not null,
  "size" bigint not null,
  "unpackedSize" bigint not null,
  "checksum" text not null,
  "signed" bigint not null,
  "repeatable" bigint not null,
  "fileName" text not null,
  "notes" text not null,
  "modelId" text,
  "uploadId" text unique,
  "creator" text not null,
  "createdAt" text not null
);
create unique index "artifactVersions" on "artifacts" ("kind", "name", "version");
create index "artifactsByContent" on "artifacts" ("checksum");

create table "rollouts" (
  "id" text primary key,
  "name" text not null,
  "artifactId" text not null,
  "artifact" text not null,
  "modelId" text,
  "status" text not null,
  "reason" text,
  "options" text not null,
  "phases" text not null,
  "acceptedFailures" bigint not null,
  "creator" text not null,
  "actor" text not null,
  "createdAt" text not null,
  "startedAt" text,
  "endedAt" text,
  "updatedAt" text not null
);
create index "rolloutsOfArtifact" on "rollouts" ("artifactId");

create table "rolloutDevices" (
  "id" text primary key,
  "rolloutId" text not null,
  "deviceId" text not null,
  "deviceName" text not null,
  "phase" bigint not null,
  "position" bigint not null,
  "status" text not null,
  "attempt" bigint not null,
  "transferred" bigint not null,
  "previousVersion" text,
  "reason" text,
  "hasFailed" bigint not null,
  "bootId" text,
  "deadlineAt" text,
  "startedAt" text,
  "endedAt" text,
  "updatedAt" text not null
);
create unique index "rolloutDevicesOfRollout" on "rolloutDevices" ("rolloutId", "deviceId");
create index "rolloutDevicesOfDevice" on "rolloutDevices" ("deviceId", "status");

create table "rolloutLines" (
  "id" text primary key,
  "rolloutDeviceId" text not null,
  "number" bigint not null,
  "at" text not null,
  "text" text not null
);
create index "rolloutLinesOfDevice" on "rolloutLines" ("rolloutDeviceId", "number");

create table "rolloutRecords" (
  "id" text primary key,
  "rolloutId" text not null,
  "at" text not null,
  "action" text not null,
  "account" text,
  "detail" text not null
);
create index "rolloutRecordsOfRollout" on "rolloutRecords" ("rolloutId", "at");

create table "installations" (
  "id" text primary key,
  "deviceId" text not null,
  "deviceName" text not null,
  "kind" text not null,
  "name" text not null,
  "version" text not null,
  "previousVersion" text,
  "artifactId" text,
  "modelId" text,
  "rolloutId" text not null,
  "installedAt" text not null
);
create unique index "installationsOfDevice" on "installations" ("deviceId", "kind", "name");
create index "installationsOfModel" on "installations" ("modelId");
