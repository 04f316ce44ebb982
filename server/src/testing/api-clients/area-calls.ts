interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters: readonly { name?: string; in?: string; required?: boolean; example?: unknown; schema?: object }[]
  readonly requestBody?: { content: Record<string, { example?: unknown }> }
  readonly responses: Readonly<Record<string, unknown>>
}

export interface ApiDocument {
  readonly tags: readonly { name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface AreaCall {
  readonly area: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly isFree: boolean
}

export function areaCalls({ tags, paths }: ApiDocument): AreaCall[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): AreaCall => {
      const isFree = method === 'get' && !operation.parameters.some(({ required }) => required === true)
      return { area: operation.tags[0] ?? '', method, path, operation, isFree }
    }),
  )
  return tags.flatMap(({ name }) => {
    const own = calls.filter(({ area }) => area === name)
    return own.find(({ isFree }) => isFree) ?? own.find(({ method }) => method === 'get') ?? own.find(canBeSent) ?? []
  })
}

const canBeSent = ({ operation: { requestBody } }: AreaCall) =>
  requestBody === undefined || requestBody.content['application/json']?.example !== undefined

export function clientProgram(calls: readonly AreaCall[], values: Readonly<Record<string, string>>): string {
  const lines = calls.map(({ area, method, path, operation }) => {
    const { parameters, requestBody } = operation
    const fill = (position: string) =>
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === position && parameter.required === true)
          .map(({ name = '', example }) => [name, values[name] ?? example ?? 'example']),
      )
    const example = requestBody?.content['application/json']?.example
    const input = {
      params: { path: fill('path'), query: fill('query') },
      ...(example === undefined ? {} : { body: example }),
    }
    const filled = JSON.stringify(input).replace('"path":{},', '').replace('"query":{}', '')
    return `  ${area}: outcomeOf(await client.${method.toUpperCase()}('${path}', ${filled})),`
  })
  return `import createClient from 'openapi-fetch'
import { writeFileSync } from 'node:fs'
import type { components, paths } from './api.ts'

const { API_ADDRESS: baseUrl = '', API_TOKEN: token = '', API_OUTCOMES: file = '' } = process.env
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } })
type Failure = components['schemas']['Failure']
interface Outcome { data?: { code: number } | unknown; error?: Failure; response: Response }
const outcomeOf = ({ response, error }: Outcome) => ({ status: response.status, error: error?.data.error })

const { data: made, error: refusal } = await client.POST('/spaces', { body: { name: 'generated', path: 'generated' } })
if (made === undefined) throw new Error(refusal.message)
const space: components['schemas']['Space'] = made.data
const { data: listed } = await client.GET('/spaces', { params: { query: { search: space.name, limit: 1, sort: '-createdAt' } } })
const first: string | undefined = listed?.data.items[0]?.id
// @ts-expect-error: what the contract does not have is not there
const none = listed?.data.items[0]?.place
const { data: items } = await client.GET('/datasets/{datasetId}/items', { params: { path: { datasetId: 'none' } } })
const status: 'to-label' | 'labeling' | 'labeled' | 'reviewed' | string | undefined = items?.data.items[0]?.status

writeFileSync(file, JSON.stringify({ found: first === space.id, none: none ?? null, status: status ?? null, areas: {
${lines.join('\n')}
} }))
`
}
