create table "generations" (
  "id" text primary key,
  "spaceId" text not null,
  "name" text not null,
  "config" text not null,
  "workflowName" text not null,
  "status" text not null,
  "error" text,
  "made" bigint not null,
  "kept" bigint not null,
  "aside" bigint not null,
  "failed" bigint not null,
  "folder" text not null,
  "startedBy" text not null,
  "jobId" text not null,
  "createdAt" text not null,
  "startedAt" text,
  "endedAt" text,
  "deletedAt" text,
  "workflowVersion" text
);
create index "generationsOfSpace" on "generations" ("spaceId", "createdAt");

create table "generatedImages" (
  "id" text primary key,
  "generationId" text not null,
  "number" bigint not null,
  "attempt" bigint not null,
  "itemIndex" bigint not null,
  "status" text not null,
  "fileId" text,
  "checksum" text,
  "score" double precision,
  "workflowHash" text,
  "error" text,
  "truth" text,
  "createdAt" text not null,
  "models" text,
  "workflowValues" text,
  "lineage" bigint,
  "seed" bigint
);
create unique index "generatedImageNumbers" on "generatedImages" ("generationId", "number", "attempt");
create index "generatedImagesByFile" on "generatedImages" ("fileId");
create index "generatedImagesByContent" on "generatedImages" ("checksum");
create index "generatedImagesBySeed" on "generatedImages" ("seed", "checksum");
create index "generatedImagesByWorkflow" on "generatedImages" ("workflowHash", "checksum") where "workflowHash" is not null;

create table "generationPresets" (
  "id" text primary key,
  "name" text not null unique,
  "config" text not null,
  "createdBy" text not null,
  "updatedAt" text not null
);

create table "workflows" (
  "id" text primary key,
  "name" text not null unique,
  "content" text not null,
  "slots" text not null,
  "createdBy" text not null,
  "createdAt" text not null,
  "updatedAt" text not null
);

create table "generationPrompts" (
  "generationId" text not null,
  "number" bigint not null,
  "attempt" bigint not null,
  "serviceId" text not null,
  "promptId" text not null,
  "workflowHash" text not null,
  constraint "generationPromptsKey" primary key ("generationId", "number", "attempt")
);

create table "itemDrafts" (
  "id" text primary key,
  "serviceId" text not null,
  "serviceName" text not null,
  "workflow" text not null,
  "description" text not null,
  "count" bigint not null,
  "status" text not null,
  "items" text not null,
  "error" text,
  "jobId" text not null,
  "startedBy" text not null,
  "createdAt" text not null,
  "endedAt" text
);

create table "workflowVersions" (
  "hash" text primary key,
  "content" text not null,
  "slots" text not null
);

create table "lineages" (
  "number" integer primary key autoincrement,
  "generationId" text not null,
  "itemIndex" bigint not null,
  "prompt" text not null,
  "sceneItem" text not null,
  "workflow" text not null,
  "loras" text not null
);
create unique index "lineagesOfGeneration" on "lineages" ("generationId", "itemIndex");

create table "fileLineages" (
  "fileNumber" integer primary key,
  "lineage" bigint not null,
  "seed" bigint not null,
  "workflowHash" text
);
create index "filesByLineage" on "fileLineages" ("lineage", "fileNumber");
create index "filesBySeed" on "fileLineages" ("seed", "fileNumber");
create index "filesByWorkflow" on "fileLineages" ("workflowHash", "fileNumber") where "workflowHash" is not null;
