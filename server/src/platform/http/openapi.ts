import type { AreaName } from '@vermilion/contract/endpoints'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import { errorCatalogue, errorStatus } from '@vermilion/contract/kernel/errors'
import { z } from 'zod'
import { errorsOf } from './docs/errors-of.ts'

/** Endpoints by area and by name. */
export type EndpointAreas = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

/** What an API is described by. */
export interface ApiDescription {
  readonly areas: Readonly<Record<AreaName, EndpointAreas[string]>>
  readonly version: string
  /** Where the product lies behind a proxy; empty where it has the host to itself. */
  readonly basePath: string
}

/** The OpenAPI 3.1 document of the endpoints, made from the schemas that check them (R7.05). */
export function describeApi({ areas, version, basePath }: ApiDescription) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [area, endpoints] of Object.entries(areas)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(area, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vermilion', version },
    servers: [{ url: basePath + apiPath }],
    security: [{ token: [] }],
    tags: Object.keys(areas).map((name) => ({ name })),
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

function operation(area: string, name: string, endpoint: Endpoint) {
  return {
    operationId: name,
    tags: [area],
    summary: endpoint.summary.en,
    ...(endpoint.public === true ? { security: [] } : {}),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...bodyOf(endpoint),
    responses: { '200': answerOf(endpoint), ...failuresOf(endpoint) },
  }
}

function bodyOf({ body, streamed }: Endpoint) {
  if (streamed !== undefined) return { requestBody: { required: true, content: { [streamed]: {} } } }
  if (body === undefined) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
}

function parameters(path: 'path' | 'query', schema: z.ZodType | undefined) {
  const { properties = {}, required = [] } = schema === undefined ? {} : schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: path,
    required: path === 'path' || required.includes(name),
    schema: property,
  }))
}

function answerOf(endpoint: Endpoint) {
  if (endpoint.raw !== undefined) return { description: 'The content itself', content: { [endpoint.raw]: {} } }
  const data = endpoint.answer === undefined ? { type: 'null' } : schemaOf(endpoint.answer, 'output')
  const alternative = endpoint.alternative === undefined ? {} : { [endpoint.alternative]: {} }
  const content = { 'application/json': { schema: envelope({ const: 200 }, data) }, ...alternative }
  return { description: 'Success', content }
}

function failuresOf(endpoint: Endpoint) {
  const byStatus = Object.groupBy(errorsOf(endpoint), (name) => String(errorStatus(name)))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, errors = []]) => {
      const code = { enum: errors.map((name) => errorCatalogue[name].code) }
      const data = { type: 'object', properties: { error: { enum: errors } }, required: ['error', 'values'] }
      return [
        status,
        { description: errors.join(', '), content: { 'application/json': { schema: envelope(code, data) } } },
      ]
    }),
  )
}

function envelope(code: object, data: object) {
  return {
    type: 'object',
    properties: { code, message: { type: 'string' }, data, requestId: { type: 'string' } },
    required: ['code', 'message', 'data', 'requestId'],
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
