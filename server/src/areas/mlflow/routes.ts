import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { artifactFolderOf, listArtifacts, openArtifact, saveArtifact } from './artifacts/artifacts.ts'
import type { MlflowCall } from './protocol/call.ts'
import type { Caller, IncomingCall } from './protocol/context.ts'
import { MlflowError } from './protocol/mlflow-error.ts'
import { prefixOf } from './runs/run-store.ts'
import type { ProgramAccess } from './service.ts'

/** A batch has at most 1,000 metrics, and parameters of 6,000 characters. */
const bodyLimit = 4 * 1024 * 1024

interface MountNeeds {
  readonly access: ProgramAccess
  readonly basePath: string
  readonly calls: readonly MlflowCall[]
}

/** Errors follow MLflow's protocol; tokens of running tasks and access tokens of accounts are accepted. */
export function mountMlflow(server: FastifyInstance, { access, basePath, calls }: MountNeeds): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const callerOf = (request: FastifyRequest): Caller => {
    const caller = callers.get(request)
    if (caller === undefined) throw new MlflowError('UNAUTHENTICATED', 'A token is needed')
    return caller
  }

  function prepare(scope: FastifyInstance): void {
    scope.addHook('onRequest', async (request) => {
      const caller = await access.callerOf(incoming(request))
      if (caller === undefined) throw tokenRefused()
      callers.set(request, caller)
    })
    scope.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
  }

  void server.register(
    async (scope) => {
      prepare(scope)
      for (const { method, path, handle } of calls) {
        scope.route({
          method,
          url: path,
          bodyLimit,
          handler: (request) =>
            access.guarded(
              () => confirm(access, request),
              async () =>
                handle(callerOf(request), {
                  ...((method === 'GET' ? request.query : request.body) as object),
                  ...(request.params as object),
                }),
            ),
        })
      }
      scope.all('/*', refuse)
    },
    { prefix: `${basePath}/api/2.0/mlflow` },
  )
  void server.register(
    async (scope) => {
      prepare(scope)
      scope.all('/*', refuse)
    },
    { prefix: `${basePath}/api/3.0/mlflow` },
  )

  void server.register(
    async (scope) => {
      prepare(scope)
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _body, done) => done(null))
      const bodyLimit = Number.MAX_SAFE_INTEGER
      const placeOf = (request: FastifyRequest, path: string) =>
        belowRun(callerOf(request), path, request.method === 'GET')
      const put = async (request: FastifyRequest) => {
        const { context, root, path } = await placeOf(request, wild(request))
        await saveArtifact(context, root, path, request.raw, () => confirm(access, request))
        return {}
      }
      const list = async (request: FastifyRequest) => {
        const { path: requested = '' } = request.query as { path?: string }
        const { context, root, path } = await placeOf(request, requested)
        const files = await listArtifacts(context.output, root, path)
        // MLflow expects these paths relative to the requested folder.
        return { files: files.map((file) => ({ ...file, path: file.path.split('/').at(-1) })) }
      }
      const read = async (request: FastifyRequest, reply: FastifyReply) => {
        const { context, root, path } = await placeOf(request, wild(request))
        const content = await openArtifact(context.output, root, path)
        reply.hijack()
        reply.raw.writeHead(200, { 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff' })
        await pipeline(content, reply.raw).catch(() => reply.raw.destroy())
      }
      scope.route({ method: 'PUT', url: '/*', bodyLimit, handler: put })
      scope.route({ method: 'GET', url: '/', handler: list })
      scope.route({ method: 'GET', url: '/*', compress: false, handler: read })
    },
    { prefix: `${basePath}/api/2.0/mlflow-artifacts/artifacts` },
  )
}

const tokenRefused = () =>
  new MlflowError('UNAUTHENTICATED', 'The token is none of an account, nor of a task that is running')

/** An upload may outlast its task, so check the token again before storing it. */
async function confirm(access: ProgramAccess, request: FastifyRequest): Promise<void> {
  if ((await access.callerOf(incoming(request))) === undefined) throw tokenRefused()
}

const onlyReads = /\/(?:search|get-latest-versions)$/

/** The route says whether a call only reads: the address may have anything behind it. */
function incoming({ headers, ip, method, routeOptions: { url = '' } }: FastifyRequest): IncomingCall {
  const isWriting = method !== 'GET' && !(method === 'POST' && onlyReads.test(url))
  const client = (headers['user-agent'] ?? '').slice(0, 200)
  return { token: tokenOf(headers.authorization) ?? '', address: ip, client, isWriting }
}

function refuse(request: FastifyRequest): never {
  const [path = ''] = request.url.split('?')
  if (/\/api\/[23]\.0\/mlflow\/traces(?![\w-])/.test(path))
    throw new MlflowError('FEATURE_DISABLED', 'Traces are not kept here')
  throw new MlflowError('ENDPOINT_NOT_FOUND', `${request.method} ${path} is not offered here`)
}

const wild = (request: FastifyRequest) => (request.params as { '*': string })['*']

/** Splits an artifact path into the run's folder and the rest; the run must be one of the caller's. */
async function belowRun(caller: Caller, path: string, isReading: boolean) {
  const [run = '', ...rest] = path.split('/')
  try {
    const context = await caller.contextOf(run)
    return { context, root: artifactFolderOf(await prefixOf(context, run, isReading)), path: rest.join('/') }
  } catch (error) {
    if (!(error instanceof MlflowError) || error.code !== 'RESOURCE_DOES_NOT_EXIST') throw error
    throw new MlflowError('PERMISSION_DENIED', 'This is no run of this token')
  }
}

/** Accepts Bearer, or Basic with any username. */
function tokenOf(header = ''): string | undefined {
  const [, kind = '', value = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(header) ?? []
  if (kind.toLowerCase() === 'bearer') return value
  if (kind === '') return undefined
  const pair = Buffer.from(value, 'base64').toString('utf8')
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = error instanceof MlflowError ? error : problemOf(error, request)
  return reply.status(problem.status).send({ error_code: problem.code, message: problem.message })
}

function problemOf(error: unknown, request: FastifyRequest): MlflowError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500 && error instanceof Error) {
    return new MlflowError('INVALID_PARAMETER_VALUE', error.message)
  }
  request.log.error({ err: error }, 'an MLflow call failed')
  return new MlflowError('INTERNAL_ERROR', `Something went wrong (request ${request.id})`)
}
