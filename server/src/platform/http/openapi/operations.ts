import { requestIdLength, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import { bodyExampleOf, exampleOf } from '../docs/examples.ts'
import type { createFailures } from './failures.ts'
import type { JsonSchema } from './json-schema.ts'
import type { ApiSchemas } from './schemas.ts'

type Properties = Readonly<Record<string, JsonSchema>>

export function createOperations(schemas: ApiSchemas, failures: ReturnType<typeof createFailures>) {
  return (area: string, name: string, endpoint: Endpoint) => ({
    operationId: name,
    tags: [area],
    summary: endpoint.summary.en,
    ...securityOf(endpoint),
    parameters: [
      ...parametersOf(schemas, endpoint, 'params'),
      ...parametersOf(schemas, endpoint, 'query'),
      ...headers(endpoint),
    ],
    ...bodyOf(schemas, endpoint),
    responses: { '200': successOf(schemas, endpoint), ...failures.of(endpoint) },
  })
}

function securityOf({ public: isPublic, caller, raw, method }: Endpoint) {
  if (isPublic === true) return { security: [] }
  if (caller === 'run') return { security: [{ run: [] }] }
  return raw !== undefined && method === 'GET' ? { security: [{ token: [] }, { media: [] }] } : {}
}

function parametersOf(schemas: ApiSchemas, endpoint: Endpoint, part: 'params' | 'query') {
  if (endpoint[part] === undefined) return []
  const { properties = {}, required = [] } = schemas.fieldsOf(endpoint, part) as {
    properties?: Properties
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: part === 'params' ? 'path' : 'query',
    required: part === 'params' || required.includes(name),
    // Several values share one parameter: `one,other`.
    ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema,
    ...(part === 'params' ? { example: exampleOf(schema, name) } : {}),
  }))
}

/** A changing call can be repeated by its request id. */
function headers({ method, public: isPublic, caller, readOnly }: Endpoint) {
  if (method === 'GET' || isPublic === true || caller === 'run' || readOnly === true) return []
  return [{ $ref: '#/components/parameters/requestId' }]
}

export const sharedParameters = {
  requestId: {
    name: 'x-request-id',
    in: 'header',
    description: 'A repetition with the same id gets the answer of the first, and is not done again.',
    schema: { type: 'string', minLength: requestIdLength, maxLength: requestIdLength },
  },
}

function bodyOf(schemas: ApiSchemas, endpoint: Endpoint) {
  const { body, streamed } = endpoint
  if (streamed !== undefined) return { requestBody: { required: true, content: { [streamed]: contentOf(streamed) } } }
  if (body === undefined) return {}
  const example = bodyExampleOf(body)
  const content = { schema: schemas.of(endpoint, 'body'), ...(example === undefined ? {} : { example }) }
  const mediaType = endpoint.form === true ? 'application/x-www-form-urlencoded' : 'application/json'
  return { requestBody: { required: true, content: { [mediaType]: content } } }
}

function contentOf(mediaType: string) {
  if (mediaType === 'application/json') return { schema: {} }
  return { schema: { type: 'string', ...(mediaType.startsWith('text/') ? {} : { format: 'binary' }) } }
}

function successOf(schemas: ApiSchemas, endpoint: Endpoint) {
  if (endpoint.raw !== undefined)
    return { description: 'The content itself', content: { [endpoint.raw]: contentOf(endpoint.raw) } }
  const data = endpoint.answer === undefined ? { type: 'null' } : schemas.of(endpoint, 'answer')
  const schema = {
    type: 'object',
    properties: { code: { const: 200 }, message: { type: 'string' }, data, requestId: { type: 'string' } },
    required: ['code', 'message', 'data', 'requestId'],
  }
  const { alternative } = endpoint
  const content = {
    'application/json': { schema },
    ...(alternative === undefined ? {} : { [alternative]: contentOf(alternative) }),
  }
  return { description: 'Success', content }
}
