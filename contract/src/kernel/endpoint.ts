import type { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { Text } from './text.ts'

export const basePath = '/api/v1'
/** Milliseconds after which the console gives a call up. */
export const callTimeout = 30_000
/** Characters of `x-request-id`. A repeated POST with the same id answers what the first one answered. */
export const requestIdLength = 21
/** Sent as `SourceApp` by the console. */
export const sourceApp = 'vermilion-console'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the API, as a value: the server mounts it with a handler, the console and the command line
 * call it, the OpenAPI document and the "401 without a token" test are generated from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: Method
  /** Below the base path, with `:name` for each key of `params`. */
  readonly path: string
  /** What it does, in a line. */
  readonly summary: Text
  /** Answers without a token. Only sign-in and health may say so. */
  readonly public?: boolean
  /** For who signed in, not for personal access tokens: what guards the account itself. */
  readonly sessionOnly?: boolean
  /** Of a call that is no GET: it changes nothing and reaches nothing outside, so that a token that may only read may make it. */
  readonly readOnly?: true
  /** Of a call that is no GET: false where it changes nothing that others would ask who changed it, or comes every few seconds. */
  readonly audited?: false
  /** A bare answer of this media type instead of the JSON envelope (`image/webp`); `answer` is then unused. */
  readonly raw?: string
  /** A media type that a caller may ask for instead of the envelope, where the handler answers one with `bare`. */
  readonly alternative?: string
  /** The body is bare bytes, named as this media type, and not JSON: the handler reads them from the request as they come. */
  readonly streamed?: string
  /** Largest body in bytes, where it differs from the server's default of 1 MiB. */
  readonly bodyLimit?: number
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer?: Answer
  readonly errors?: readonly ErrorName[]
}

/** Declares an endpoint; exists to infer its types. */
export function endpoint<
  const Params extends z.ZodType = z.ZodUndefined,
  const Query extends z.ZodType = z.ZodUndefined,
  const Body extends z.ZodType = z.ZodUndefined,
  const Answer extends z.ZodType = z.ZodUndefined,
>(definition: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return definition
}

/** Whether a call may change something, or reach something outside the server. */
export const isWriting = ({ method, readOnly, public: isPublic }: Endpoint): boolean =>
  method !== 'GET' && readOnly !== true && isPublic !== true

type Of<Schema, Side extends 'input' | 'output'> = Schema extends z.ZodType
  ? Side extends 'input'
    ? z.input<Schema>
    : z.output<Schema>
  : undefined

/** What a handler of the endpoint is given, parsed. */
export interface Received<E extends Endpoint> {
  params: Of<NonNullable<E['params']>, 'output'>
  query: Of<NonNullable<E['query']>, 'output'>
  body: Of<NonNullable<E['body']>, 'output'>
}

/** What a caller gives: only the parts the endpoint declares. */
export type EndpointInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

type Part<Name extends string, Schema> =
  NonNullable<Schema> extends z.ZodUndefined
    ? { readonly [K in Name]?: undefined }
    : NonNullable<Schema> extends z.ZodType
      ? { readonly [K in Name]: z.input<NonNullable<Schema>> }
      : never

export type EndpointResponse<E extends Endpoint> = Of<NonNullable<E['answer']>, 'output'>

/** Puts params into a path: `/spaces/:spaceId` → `/spaces/s1`, each value percent-encoded. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`the path ${path} needs a value for :${name}`)
    return encodeURIComponent(String(value))
  })
}
