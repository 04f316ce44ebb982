import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceFacts } from '@vermilion/contract/services'
import { z } from 'zod'
import { ask } from './request.ts'
import { bearer, isSuccess, readJsonText, statusFailure, valuesOf } from './reply.ts'
import { TestFailed } from './test-failed.ts'

type ExecutorSettings = ServiceSettings<'executor'>

const engineVersion = z.object({
  Version: z.string(),
  ApiVersion: z.string(),
  Os: z.string().optional(),
  Arch: z.string().optional(),
  Components: z.array(z.object({ Name: z.string() })).optional(),
})

const clusterVersion = z.object({ gitVersion: z.string(), platform: z.string().optional() })

export function testExecutor(settings: ExecutorSettings, signal: AbortSignal): Promise<ServiceFacts> {
  return settings.engine === 'docker' ? testDocker(settings, signal) : testKubernetes(settings, signal)
}

async function testDocker({ url }: ExecutorSettings, signal: AbortSignal): Promise<ServiceFacts> {
  const reply = await ask({ url: addressOf(url, '/version'), signal })
  const parsed = engineVersion.safeParse(readJsonText(reply.text))
  if (!isSuccess(reply) || !parsed.success) throw new TestFailed('not-engine', valuesOf(reply))
  const { Version: version, ApiVersion: apiVersion, Os: os, Arch: architecture, Components: components } = parsed.data
  const isPodman = components?.some(({ Name: name }) => name.includes('Podman')) ?? false
  const system = [os, architecture].filter((part) => part !== undefined).join('/')
  return { version: `${isPodman ? 'Podman' : 'Docker'} ${version}`, apiVersion, ...(system === '' ? {} : { system }) }
}

async function testKubernetes({ url, token, namespace }: ExecutorSettings, signal: AbortSignal): Promise<ServiceFacts> {
  const headers = bearer(token)
  const hasToken = (token ?? null) !== null
  const reply = await ask({ url: addressOf(url, '/version'), headers, signal })
  if (!isSuccess(reply) && reply.status !== 404) throw statusFailure(reply, hasToken)
  const parsed = clusterVersion.safeParse(readJsonText(reply.text))
  if (!isSuccess(reply) || !parsed.success) throw new TestFailed('not-kubernetes', valuesOf(reply))
  const path = `/apis/batch/v1/namespaces/${encodeURIComponent(namespace)}/jobs?limit=1`
  const jobs = await ask({ url: addressOf(url, path), headers, signal })
  if (!isSuccess(jobs)) throw statusFailure(jobs, hasToken)
  const { gitVersion, platform } = parsed.data
  return { version: `Kubernetes ${gitVersion}`, namespace, ...(platform === undefined ? {} : { system: platform }) }
}

/** Engines write plain HTTP as `tcp://`. */
function addressOf(url: string, path: string): string {
  return url.startsWith('unix://') ? `${url} ${path}` : url.replace(/^tcp:/, 'http:') + path
}
