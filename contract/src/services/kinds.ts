import { z } from 'zod'
import { fieldsOf, hinted, type FieldHints, type FormField } from '../kernel/form.ts'

export const serviceKinds = [
  'chat',
  'image-generation',
  'images-api',
  'webhook',
  'smtp',
  'embeddings',
  'object-storage',
] as const
export type ServiceKind = (typeof serviceKinds)[number]

interface ServiceKindEntry {
  readonly settings: z.ZodObject
  /** Field with the service's address. A stored secret is sent only there. */
  readonly address: string
  readonly several: boolean
  /** False for kinds that can be configured and tested but are not used by this version. */
  readonly isCalled: boolean
  readonly variable: string
}

const text = (example: string, more: FieldHints = {}) =>
  hinted(z.string().trim().min(1).max(200), { examples: [example], ...more })

const address = (example: string, isRight: (text: string) => boolean) =>
  z
    .string()
    .trim()
    .max(2_000)
    .overwrite((input) => input.replace(/\/+$/, ''))
    .refine(isRight)
    .meta({ examples: [example], format: 'uri' })

/** Characters allowed in HTTP headers. Keys copied from a web page may contain invisible others. */
const inHeader = /^[ -~]+$/

const headerText = (example: string) => hinted(z.string().trim().max(200).regex(inHeader), { examples: [example] })

/** Omitted, it stays; null removes it. */
const secret = (more: FieldHints = {}) =>
  hinted(z.string().trim().min(1).max(8_000).regex(inHeader), { writeOnly: true, ...more }).nullish()

export const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)

/** Accepts HTTP URLs without credentials or query, which would be stored readable. */
const isWebAddress = (input: string) => isAddress(input, /^https?:$/)

const isMailServer = (input: string) => isAddress(input, /^smtps?:$/)

const mailAddress = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,190}$/
const mailAddresses = (input: string) => {
  const all = mailAddressesOf(input)
  return all.length <= 20 && all.every((one) => mailAddress.test(one))
}
export const mailAddressesOf = (input: string) => input.split(',').map((one) => one.trim())

function isAddress(input: string, protocols: RegExp): boolean {
  const url = URL.parse(input)
  if (url === null || !protocols.test(url.protocol) || url.hostname === '') return false
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false
  // A path that cannot be decoded cannot be signed.
  return !/%(?![\da-f]{2})/i.test(url.pathname)
}

export const services = {
  chat: {
    settings: z.object({
      url: address('http://localhost:11434/v1', isWebAddress),
      key: secret(),
      model: text('qwen3-vl:8b'),
      vision: z.boolean().default(false),
    }),
    address: 'url',
    several: true,
    isCalled: true,
    variable: 'VERMILION_CHAT',
  },
  'image-generation': {
    settings: z.object({
      url: address('http://localhost:8188', isWebAddress),
      token: secret(),
    }),
    address: 'url',
    several: true,
    isCalled: true,
    variable: 'VERMILION_IMAGE_GENERATION',
  },
  'images-api': {
    settings: z.object({
      url: address('https://api.openai.com/v1', isWebAddress),
      key: secret(),
      model: text('gpt-image-1'),
    }),
    address: 'url',
    several: true,
    isCalled: true,
    variable: 'VERMILION_IMAGES_API',
  },
  embeddings: {
    settings: z.object({
      url: address('http://localhost:11434/v1', isWebAddress),
      key: secret(),
      model: text('qwen3-embedding:0.6b'),
    }),
    address: 'url',
    several: false,
    isCalled: false,
    variable: 'VERMILION_EMBEDDINGS',
  },
  'object-storage': {
    settings: z.object({
      endpoint: address('https://s3.eu-central-1.amazonaws.com', isWebAddress),
      region: headerText('eu-central-1'),
      bucket: hinted(bucketName, { examples: ['vermilion'] }),
      accessKeyId: headerText('AKIA…'),
      secretKey: secret({ 'x-required': true }),
      pathStyle: z.boolean().default(false),
    }),
    address: 'endpoint',
    several: true,
    isCalled: true,
    variable: 'VERMILION_OBJECT_STORAGE',
  },
  webhook: {
    settings: z.object({
      url: address('https://example.com/hooks/vermilion', isWebAddress),
      secret: secret({ 'x-required': true }),
    }),
    address: 'url',
    several: true,
    isCalled: true,
    variable: 'VERMILION_WEBHOOK',
  },
  smtp: {
    settings: z.object({
      url: address('smtp://smtp.example.com:587', isMailServer),
      starttls: z.boolean().default(true),
      username: hinted(z.string().trim().max(200), { examples: ['vermilion'] }).default(''),
      password: secret(),
      from: hinted(z.string().trim().regex(mailAddress), { examples: ['vermilion@example.com'] }),
      to: hinted(z.string().trim().min(1).max(2_000).refine(mailAddresses), {
        examples: ['ada@example.com, bo@example.com'],
      }),
    }),
    address: 'url',
    several: true,
    isCalled: true,
    variable: 'VERMILION_SMTP',
  },
} as const satisfies Record<ServiceKind, ServiceKindEntry>

export type ServiceSettings<Kind extends ServiceKind = ServiceKind> = z.output<(typeof services)[Kind]['settings']>

export function serviceFields(kind: ServiceKind): FormField[] {
  return fieldsOf(services[kind].settings)
}

export function secretField(kind: ServiceKind): FormField {
  const field = serviceFields(kind).find(({ control }) => control === 'secret')
  if (field === undefined) throw new Error(`${kind} has no secret`)
  return field
}

/** Environment variable of a field: `VERMILION_OBJECT_STORAGE_ACCESS_KEY_ID`. */
export function serviceVariable(kind: ServiceKind, field: string): string {
  return `${services[kind].variable}_${field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** The only origin that a service's secret is sent to: that of its address. */
export function serviceOrigin(kind: ServiceKind, settings: Readonly<Record<string, unknown>>): string {
  const configured = String(settings[services[kind].address])
  const url = URL.parse(configured)
  return url === null ? configured : `${url.protocol}//${url.host}`
}
