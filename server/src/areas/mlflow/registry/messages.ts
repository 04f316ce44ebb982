import { name as modelName } from '@vermilion/contract/kernel/fields'
import type { ModelStage } from '@vermilion/contract/models'
import { z } from 'zod'
import { pairsOf } from '../protocol/pairs.ts'
import type { RegisteredModel, RegisteredVersion } from './registry-store.ts'

export const stages = [
  ['None', 'draft'],
  ['Staging', 'candidate'],
  ['Production', 'production'],
  ['Archived', 'archived'],
] as const satisfies readonly (readonly [string, ModelStage])[]

const name = modelName.refine((text) => !/[/:]/.test(text), 'a name has no / and no :')
const version = z.coerce.number().int().min(1)
const pair = z.object({ key: z.string().min(1).max(250), value: z.string().max(5_000).default('') })
const tags = z.array(pair).max(100).default([])
const description = z.string().max(2_000)
const alias = z.string().regex(/^(?!v\d+$)[\w.-]{1,255}$/i, 'letters, digits and . _ -, and no number of a version')
const searched = z.object({
  filter: z.string().max(10_000).default(''),
  max_results: z.coerce.number().int().min(1).max(200_000).default(100),
  order_by: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(z.string().max(1_000)).max(100).default([]),
  ),
  page_token: z.string().default(''),
})

export const messages = {
  create: z.object({ name, description: description.default(''), tags }),
  named: z.object({ name }),
  rename: z.object({ name, new_name: name }),
  update: z.object({ name, description: description.default('') }),
  search: searched,
  latest: z.object({
    name,
    stages: z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string()).default([])),
  }),
  tag: pair.extend({ name }),
  key: z.object({ name, key: z.string() }),
  alias: z.object({ name, alias }),
  setAlias: z.object({ name, alias, version }),
  createVersion: z.object({
    name,
    source: z.string().min(1).max(2_000),
    model_id: z.string().max(100).default(''),
    description: description.default(''),
    tags,
  }),
  version: z.object({ name, version }),
  updateVersion: z.object({ name, version, description: description.default('') }),
  transition: z.object({
    name,
    version,
    stage: z.string(),
    archive_existing_versions: z.stringbool().or(z.boolean()).default(false),
  }),
  versionTag: pair.extend({ name, version }),
  versionKey: z.object({ name, version, key: z.string() }),
} as const

export function versionMessage(
  { name, version, stage, notes, createdAt, registration }: RegisteredVersion,
  aliases: RegisteredModel['aliases'] = {},
) {
  const [current_stage] = stages.find(([, own]) => own === stage) ?? stages[0]
  return {
    name,
    version: String(version),
    creation_timestamp: Date.parse(createdAt),
    last_updated_timestamp: Date.parse(registration?.updatedAt ?? createdAt),
    current_stage,
    description: notes,
    source: registration?.source ?? '',
    run_id: registration?.runId ?? '',
    model_id: registration?.loggedModelId ?? '',
    status: 'READY',
    tags: pairsOf(registration?.tags ?? {}),
    aliases: Object.entries(aliases).flatMap(([alias, number]) => (number === version ? [alias] : [])),
  }
}

export function modelMessage(model: RegisteredModel, versions: readonly RegisteredVersion[]) {
  return {
    name: model.name,
    creation_timestamp: Date.parse(model.createdAt),
    last_updated_timestamp: Date.parse(model.updatedAt),
    description: model.description,
    latest_versions: latestVersions(versions).map((version) => versionMessage(version, model.aliases)),
    tags: pairsOf(model.tags),
    aliases: Object.entries(model.aliases).map(([alias, version]) => ({ alias, version: String(version) })),
  }
}

export function latestVersions(versions: readonly RegisteredVersion[]): RegisteredVersion[] {
  return stages.flatMap(([, stage]) => versions.filter((version) => version.stage === stage).at(-1) ?? [])
}
