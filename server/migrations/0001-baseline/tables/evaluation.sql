create table "dataEvaluations" (
  "id" text primary key,
  "spaceId" text not null,
  "name" text not null,
  "selection" text not null,
  "models" text not null,
  "standard" text,
  "joint" text not null,
  "status" text not null,
  "error" text,
  "images" bigint,
  "done" bigint not null,
  "scored" bigint not null,
  "failed" bigint not null,
  "reused" bigint not null,
  "calls" bigint not null,
  "promptTokens" bigint not null,
  "completionTokens" bigint not null,
  "startedBy" text not null,
  "jobId" text not null,
  "createdAt" text not null,
  "startedAt" text,
  "endedAt" text,
  "deletedAt" text
);
create index "dataEvaluationsOfSpace" on "dataEvaluations" ("spaceId", "createdAt");
create index "unendedDataEvaluations" on "dataEvaluations" ("spaceId", "id") where "status" in ('queuing', 'running');

create table "scoredImages" (
  "evaluationId" text not null,
  "number" bigint not null,
  "fileId" text not null,
  "score" double precision not null,
  "disagreement" double precision not null,
  "done" bigint not null,
  "hash" text,
  constraint "scoredImagesKey" primary key ("evaluationId", "number")
);
create unique index "scoredImageFiles" on "scoredImages" ("evaluationId", "fileId");
create index "scoredImagesByScore" on "scoredImages" ("evaluationId", "score", "number");
create index "scoredImagesByDisagreement" on "scoredImages" ("evaluationId", "disagreement", "number");

create table "imageScores" (
  "evaluationId" text not null,
  "fileId" text not null,
  "model" text not null,
  "checksum" text,
  "score" double precision,
  "criteria" text not null,
  "error" text,
  "createdAt" text not null,
  constraint "imageScoresKey" primary key ("evaluationId", "model", "fileId")
);
create index "imageScoresOfFile" on "imageScores" ("fileId", "createdAt");
create index "imageScoresOfImage" on "imageScores" ("evaluationId", "fileId");

create table "scoreReplies" (
  "checksum" text not null,
  "model" text not null,
  "basis" text not null,
  "prompt" text not null,
  "criteria" text not null,
  "hash" text,
  "promptTokens" bigint,
  "completionTokens" bigint,
  "createdAt" text not null,
  "usedAt" text default '' not null,
  constraint "scoreRepliesKey" primary key ("checksum", "model", "basis", "prompt")
);
create index "scoreRepliesOfModel" on "scoreReplies" ("model", "basis");
create index "scoreRepliesByUse" on "scoreReplies" ("usedAt");

create table "evaluationStandards" (
  "id" text primary key,
  "name" text not null unique,
  "description" text not null,
  "version" bigint not null,
  "criteria" text not null,
  "createdBy" text not null,
  "updatedAt" text not null
);
