import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { id, name, time } from './kernel/fields.ts'
import { serviceFailureNames } from './services/failure-names.ts'
import { serviceKinds, services, type ServiceKind } from './services/kinds.ts'

export const serviceFacts = ['reply', 'seen', 'models', 'dimensions', 'version', 'devices', 'bucket', 'system'] as const

export const serviceTest = z.object({
  at: time,
  milliseconds: z.number().int().min(0),
  works: z.boolean(),
  failure: z.enum(serviceFailureNames).nullable(),
  values: z.record(z.string(), z.string()),
  facts: z.partialRecord(z.enum(serviceFacts), z.string()),
})
export type ServiceTest = z.output<typeof serviceTest>
export type ServiceFacts = ServiceTest['facts']

export const service = z.object({
  id,
  kind: z.enum(serviceKinds),
  name,
  settings: z.record(z.string(), z.union([z.string(), z.boolean(), z.number()])),
  /** True when a secret is stored. The secret never leaves the server. */
  secretSet: z.boolean(),
  /** Environment variables by field for a service configured by the environment, which cannot be edited here. */
  variables: z.record(z.string(), z.string()).nullable(),
  /** True for the service in use: for kinds with a single one, the environment's takes precedence. */
  used: z.boolean(),
  lastTest: serviceTest.nullable(),
  updatedAt: time.nullable(),
  updatedBy: z.string().nullable(),
})
export type Service = z.output<typeof service>

const trialOf = <Kind extends ServiceKind>(kind: Kind) =>
  z.object({ kind: z.literal(kind), settings: services[kind].settings })
const draftOf = <Kind extends ServiceKind>(kind: Kind) => trialOf(kind).extend({ name })

export const serviceTrial = z.discriminatedUnion('kind', [
  trialOf('chat'),
  trialOf('image-generation'),
  trialOf('images-api'),
  trialOf('embeddings'),
  trialOf('object-storage'),
  trialOf('webhook'),
  trialOf('smtp'),
])
export type ServiceTrial = z.output<typeof serviceTrial>

/** Settings to save. An omitted secret stays, null removes it. */
export const serviceDraft = z.discriminatedUnion('kind', [
  draftOf('chat'),
  draftOf('image-generation'),
  draftOf('images-api'),
  draftOf('embeddings'),
  draftOf('object-storage'),
  draftOf('webhook'),
  draftOf('smtp'),
])
export type ServiceDraft = z.output<typeof serviceDraft>

export const serviceEndpoints = {
  listServices: endpoint('GET', '/services', {
    summary: {
      en: 'The outside services that are set up, by the database or the environment; secrets are never told',
      zh: '已配置的外部服务，来自数据库或环境变量；从不返回密钥',
    },
    answer: z.array(service),
  }),
  createService: endpoint('POST', '/services', {
    summary: { en: 'Set up an outside service', zh: '配置一个外部服务' },
    body: serviceDraft,
    answer: service,
    errors: ['service.name-taken', 'service.single', 'service.secret-missing'],
  }),
  replaceService: endpoint('PUT', '/services/:serviceId', {
    summary: {
      en: 'Change a service; its secret is kept when left out, unless its address leads to another host',
      zh: '修改服务；未提供密钥时保留原密钥，除非地址指向其他主机',
    },
    body: serviceDraft,
    answer: service,
    errors: [
      'service.not-found',
      'service.from-environment',
      'service.name-taken',
      'service.secret-missing',
      'service.secret-again',
      'service.secret-unreadable',
    ],
  }),
  deleteService: endpoint('DELETE', '/services/:serviceId', {
    summary: { en: 'Remove a service and its secret', zh: '移除服务及其密钥' },
    errors: ['service.not-found', 'service.from-environment', 'service.in-use'],
  }),
  testService: endpoint('POST', '/services/:serviceId/test', {
    audited: false,
    summary: {
      en: 'Call a service as it is set up; answers what it said and how long it took',
      zh: '按已保存的配置调用服务，返回其回应和耗时',
    },
    answer: serviceTest,
    errors: ['service.not-found', 'service.secret-unreadable'],
  }),
  tryService: endpoint('POST', '/services/test', {
    audited: false,
    summary: {
      en: 'Call a service as it is typed, without saving; its stored secret is used where none is typed',
      zh: '按填写的内容调用服务而不保存；未填写密钥时使用已保存的密钥',
    },
    query: z.object({ serviceId: id.optional() }),
    body: serviceTrial,
    answer: serviceTest,
    errors: ['service.not-found', 'service.secret-missing', 'service.secret-again', 'service.secret-unreadable'],
  }),
} as const
