import { z } from 'zod'
import type { ErrorName } from './errors.ts'
import { id } from './fields.ts'
import type { Text } from './text.ts'

export const basePath = '/api/v1'
export const callTimeout = 30_000
/** Length of `x-request-id`. A repeated POST with the same id gets the first one's response. */
export const requestIdLength = 21
export const sourceApp = 'vermilion-console'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  readonly summary: Text
  /** True allows calls without a token, for sign-in and health only. */
  readonly public?: boolean
  /** `run` takes the token of a task run, which opens nothing else, and refuses those of accounts. */
  readonly caller?: 'run'
  /** True refuses personal access tokens: for calls that guard the account itself. */
  readonly sessionOnly?: boolean
  /** For calls other than GET that have no effects, so that read-only tokens may make them. */
  readonly readOnly?: true
  /** False for calls other than GET without audit log entry: nobody would ask who made them, or they come every few seconds. */
  readonly audited?: false
  /** Media type of a raw response (`image/webp`) instead of the JSON envelope; `answer` is then unused. */
  readonly raw?: string
  /** Media type that callers may accept instead of the envelope; the handler responds with `bare`. */
  readonly alternative?: string
  readonly streamed?: string
  /** True takes the body as a form of HTML instead of JSON, for calls that another protocol lays out. */
  readonly form?: true
  /** Body limit in bytes when different from the server's 1 MiB. */
  readonly bodyLimit?: number
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer?: Answer
  readonly errors?: readonly ErrorName[]
}

/** One value that server, console and command line use, and that the OpenAPI document and the token test are generated from. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends Definition<Params, Query, Body, Answer> {
  readonly method: Method
  /** Path below the base path, with `:name` per key of `params`. */
  readonly path: string
}

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type PathParams<Path extends string> = [ParamName<Path>] extends [never] ? undefined : Record<ParamName<Path>, string>

/** The params in the path are ids, unless the definition has `params`. */
export function endpoint<
  const Path extends string,
  const Params extends z.ZodType = z.ZodType<PathParams<Path>, PathParams<Path>>,
  const Query extends z.ZodType = z.ZodUndefined,
  const Body extends z.ZodType = z.ZodUndefined,
  const Answer extends z.ZodType = z.ZodUndefined,
>(
  method: Method,
  path: Path,
  definition: Definition<Params, Query, Body, Answer>,
): Endpoint<Params, Query, Body, Answer> {
  const ids = Object.fromEntries(Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => [name, id]))
  const params = definition.params ?? (z.object(ids) as z.ZodType as Params)
  return { method, path, ...definition, ...(Object.keys(ids).length === 0 ? {} : { params }) }
}

export const isWriting = ({ method, readOnly, public: isPublic, caller }: Endpoint): boolean =>
  method !== 'GET' && readOnly !== true && isPublic !== true && caller === undefined

type Of<Schema, Side extends 'input' | 'output'> = Schema extends z.ZodType
  ? Side extends 'input'
    ? z.input<Schema>
    : z.output<Schema>
  : undefined

export interface Received<E extends Endpoint> {
  params: Of<NonNullable<E['params']>, 'output'>
  query: Of<NonNullable<E['query']>, 'output'>
  body: Of<NonNullable<E['body']>, 'output'>
}

export type EndpointInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

type Part<Name extends string, Schema> =
  NonNullable<Schema> extends z.ZodType
    ? [z.input<NonNullable<Schema>>] extends [undefined]
      ? { readonly [K in Name]?: undefined }
      : { readonly [K in Name]: z.input<NonNullable<Schema>> }
    : never

export type EndpointResponse<E extends Endpoint> = Of<NonNullable<E['answer']>, 'output'>

/** Fills a path with percent-encoded params: `/spaces/:spaceId` becomes `/spaces/s1`. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`the path ${path} needs a value for :${name}`)
    return encodeURIComponent(String(value))
  })
}
