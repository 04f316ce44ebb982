create table "conversations" (
  "id" text primary key,
  "accountId" text not null,
  "title" text not null,
  "status" text not null,
  "createdAt" text not null,
  "updatedAt" text not null
);
create index "conversationsOfAccount" on "conversations" ("accountId", "updatedAt", "id");

create table "assistantMessages" (
  "id" text primary key,
  "conversationId" text not null,
  "number" bigint not null,
  "role" text not null,
  "status" text not null,
  "parts" text not null,
  "words" text not null,
  "attachments" text not null,
  "attached" text,
  "error" text,
  "service" text,
  "serviceId" text,
  "sent" text,
  "requests" bigint not null,
  "createdAt" text not null
);
create unique index "assistantMessagesInOrder" on "assistantMessages" ("conversationId", "number");

create table "toolCalls" (
  "id" text primary key,
  "messageId" text not null,
  "conversationId" text not null,
  "accountId" text not null,
  "tool" text not null,
  "writes" bigint not null,
  "arguments" text not null,
  "status" text not null,
  "result" text not null,
  "created" text,
  "decidedBy" text,
  "decidedAt" text,
  "createdAt" text not null
);
create index "toolCallsOfMessage" on "toolCalls" ("messageId", "createdAt");

create table "assistantUses" (
  "id" text primary key,
  "accountId" text not null,
  "at" text not null
);
create index "assistantUsesOfAccount" on "assistantUses" ("accountId", "at");
