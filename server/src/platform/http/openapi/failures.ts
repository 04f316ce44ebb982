import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { errorCatalogue, errorStatus, type ErrorName } from '@vermilion/contract/kernel/errors'
import { errorsOf, refusals } from '../docs/errors-of.ts'
import type { JsonSchema } from './json-schema.ts'

const names = Object.keys(errorCatalogue) as ErrorName[]

export const failureSchemas: Readonly<Record<string, JsonSchema>> = {
  Failure: {
    type: 'object',
    description: 'What every call answers that fails. `data.error` is permanent: scripts match on it.',
    properties: {
      code: { type: 'integer', description: 'The number of the error: its first three digits are the HTTP status.' },
      message: { type: 'string', description: 'For people, in the language of the request.' },
      data: {
        type: 'object',
        properties: {
          error: { $ref: '#/components/schemas/ErrorName' },
          values: { type: 'object', additionalProperties: true, description: 'What the message was filled with.' },
          fields: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Problems by the path of their field, where the error is about what was sent.',
          },
        },
        required: ['error', 'values'],
      },
      requestId: { type: 'string' },
    },
    required: ['code', 'message', 'data', 'requestId'],
    example: {
      code: 40431,
      message: 'This dataset no longer exists',
      data: { error: 'dataset.not-found', values: { datasetId: 'V1StGXR8_Z5jdHi6B-myT' } },
      requestId: 'Uakgb_J5m9g-0JDMbcJqL',
    },
  },
  ErrorName: {
    type: 'string',
    enum: names,
    'x-codes': Object.fromEntries(names.map((name) => [name, errorCatalogue[name].code])),
  },
}

/** Refusals with a status of their own at each call; the others share the default response. */
const stated: readonly ErrorName[] = ['request.invalid', 'unauthenticated', 'endpoint.not-found', 'request.too-large']

/** The failure responses of calls. Shared ones are components, named after their errors. */
export function createFailures() {
  const unstated = refusals.filter((name) => !stated.includes(name))
  const lines = unstated.map((name) => `- ${errorStatus(name)} \`${name}\`: ${errorCatalogue[name].text.en}`)
  const responses: Record<string, object> = { Refused: response(lines.join('\n')) }

  function reference(status: number, errors: readonly ErrorName[]) {
    const name = `${status}_${errors.join('_')}`
    responses[name] ??= response(errors.join(', '))
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    responses,
    of(endpoint: Endpoint): Record<string, object> {
      const errors = [...new Set([...errorsOf(endpoint), ...refusalsOf(endpoint)])]
      const statuses = [...new Set(errors.map(errorStatus))].toSorted((one, other) => one - other)
      const own = statuses.map((status) => {
        const ofStatus = errors.filter((name) => errorStatus(name) === status)
        return [status, reference(status, ofStatus)]
      })
      return { ...Object.fromEntries(own), default: { $ref: '#/components/responses/Refused' } } as Record<
        string,
        object
      >
    },
  }
}

function refusalsOf({ public: isPublic, params, body, streamed }: Endpoint): ErrorName[] {
  const hasBody = body !== undefined || streamed !== undefined
  return stated.filter((name) => {
    if (name === 'unauthenticated') return isPublic !== true
    if (name === 'endpoint.not-found') return params !== undefined
    return name === 'request.too-large' ? hasBody : true
  })
}

function response(description: string) {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } }
}
