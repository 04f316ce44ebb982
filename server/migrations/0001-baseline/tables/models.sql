create table "models" (
  "id" text primary key,
  "name" text not null,
  "type" text not null,
  "size" bigint not null,
  "framework" text not null,
  "labelType" text not null,
  "labels" text not null,
  "inputSize" bigint not null,
  "metrics" text not null,
  "checksum" text not null,
  "datasetId" text,
  "datasetName" text not null,
  "datasetFormat" text not null,
  "datasetType" text not null,
  "taskId" text unique,
  "taskName" text not null,
  "createdAt" text not null,
  "lora" text,
  "format" text,
  "stage" text default 'draft' not null,
  "tags" text default '[]' not null,
  "notes" text default '' not null,
  "version" bigint default 1 not null,
  "refusal" text,
  "sourceTaskId" text,
  "creator" text,
  "covers" text default '[]' not null
);
create index "modelsByAge" on "models" ("createdAt", "id");
create index "modelsByContent" on "models" ("checksum");

create table "evaluations" (
  "taskId" text primary key,
  "status" text not null,
  "error" text,
  "round" bigint not null,
  "content" text,
  "curves" text,
  "cells" text,
  "evaluatedAt" text not null
);

create table "evaluatedImages" (
  "taskId" text not null,
  "round" bigint not null,
  "number" bigint not null,
  "path" text not null,
  "measured" bigint not null,
  "right" bigint not null,
  "missed" bigint not null,
  "wrong" bigint not null,
  "extra" bigint not null,
  "badness" double precision not null,
  "part" text default 'unknown' not null,
  constraint "evaluatedImageKey" primary key ("taskId", "round", "number")
);
create index "evaluatedImagesByBadness" on "evaluatedImages" ("taskId", "round", "badness", "number");

create table "evaluatedCells" (
  "taskId" text not null,
  "round" bigint not null,
  "found" bigint not null,
  "real" bigint not null,
  "number" bigint not null,
  "count" bigint not null,
  constraint "evaluatedCellKey" primary key ("taskId", "round", "number", "found", "real")
);

create table "suggestions" (
  "id" text primary key,
  "taskId" text not null,
  "datasetId" text not null,
  "status" text not null,
  "error" text,
  "selection" text not null,
  "confidence" double precision not null,
  "images" bigint not null,
  "added" bigint not null,
  "suggested" bigint not null,
  "kept" bigint not null,
  "shapes" bigint not null,
  "startedBy" text not null,
  "createdAt" text not null
);
create index "suggestionsOfTask" on "suggestions" ("taskId");

create table "inferenceOrders" (
  "taskId" text primary key,
  "kind" text not null,
  "modelId" text not null,
  "modelName" text not null,
  "checksum" text not null,
  "version" text not null,
  "confidence" double precision not null,
  "overlap" double precision not null,
  "deviceId" text,
  "deviceName" text,
  "runtime" text,
  "trainingId" text,
  "createdAt" text not null
);
create index "inferenceOrdersOfImages" on "inferenceOrders" ("version", "checksum", "kind", "createdAt");
create index "inferenceOrdersOfDevice" on "inferenceOrders" ("deviceId", "createdAt");
create index "inferenceOrdersOfModel" on "inferenceOrders" ("modelId", "createdAt");
create index "inferenceOrdersOfTraining" on "inferenceOrders" ("trainingId", "createdAt");

create table "modelSamples" (
  "modelId" text not null,
  "step" bigint not null,
  "number" bigint not null,
  "checksum" text not null,
  "size" bigint not null,
  constraint "modelSamplesKey" primary key ("modelId", "step", "number")
);
create index "modelSamplesByContent" on "modelSamples" ("checksum");

create table "modelFetches" (
  "id" text primary key,
  "address" text not null,
  "spaceId" text not null,
  "path" text not null,
  "status" text not null,
  "done" bigint not null,
  "total" bigint,
  "sha256" text,
  "fileId" text,
  "error" text,
  "startedBy" text not null,
  "createdAt" text not null
);

create table "modelConversions" (
  "id" text primary key,
  "sourceId" text not null,
  "sourceName" text not null,
  "kind" text not null,
  "datasetId" text not null,
  "versionId" text not null,
  "pictures" bigint not null,
  "status" text not null,
  "problem" text,
  "detail" text not null,
  "modelId" text,
  "largestDifference" real,
  "meanDifference" real,
  "creator" text not null,
  "createdAt" text not null
);
create index "modelConversionsOfSource" on "modelConversions" ("sourceId", "createdAt");
create index "modelConversionsOfModel" on "modelConversions" ("modelId");

create table "registeredModels" (
  "name" text primary key,
  "description" text not null,
  "tags" text not null,
  "aliases" text not null,
  "taskId" text not null,
  "createdAt" text not null,
  "updatedAt" text not null
);

create table "modelRegistrations" (
  "modelId" text primary key,
  "taskId" text not null,
  "runId" text not null,
  "source" text not null,
  "loggedModelId" text not null,
  "tags" text not null,
  "updatedAt" text not null
);
