import type { AreaName } from '@vermilion/contract/endpoints'
import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import { areaTitles } from '../docs/texts.ts'
import type { ApiDescription } from './description.ts'
import { createFailures, failureSchemas } from './failures.ts'
import { createOperations, sharedParameters } from './operations.ts'
import { createSchemas } from './schemas.ts'

const introduction = `Every answer but a raw one is an envelope: \`code\` 200 is success, any other code is an error, whose first three digits are the HTTP status and whose permanent name is \`data.error\`.

Lists come in pages: \`limit\` (1 to 500) and \`cursor\` (\`nextCursor\` or \`previousCursor\` of a page, opaque, and good for the order it was given with). \`sort\` is the name of a column, with \`-\` before it for the largest or newest first. A value outside its limits is refused as \`request.invalid\`, never taken as another.

Messages are in the language of the header \`Language\` (zh-cn, en-us), without it of \`Accept-Language\`, without either in Chinese.

A changing call with an \`x-request-id\` of 21 characters may be repeated: it is done once.`

export function apiDocument(description: ApiDescription): () => string {
  let document: string | undefined
  return () => (document ??= JSON.stringify(describeApi(description)))
}

export function describeApi({ areas, version, basePath }: ApiDescription) {
  const schemas = createSchemas(areas)
  const failures = createFailures()
  const operationOf = createOperations(schemas, failures)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [area, endpoints] of Object.entries(areas)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(area, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vermilion',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath + apiPath }],
    security: [{ token: [] }],
    tags: Object.keys(areas).map((name) => ({ name, description: areaTitles[name as AreaName].en })),
    paths,
    components: {
      schemas: { ...failureSchemas, ...schemas.named },
      parameters: sharedParameters,
      responses: failures.responses,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of the account settings, or the token of a sign-in.',
        },
        run: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a task run on another machine: opens what belongs to this run alone.',
        },
        media: {
          type: 'apiKey',
          in: 'cookie',
          name: 'vermilion_media',
          description: 'Set by a sign-in: reads what a browser shows by itself, such as pictures and downloads.',
        },
      },
    },
  }
}
