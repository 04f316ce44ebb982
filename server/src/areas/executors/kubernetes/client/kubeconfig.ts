import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import type { ConnectionOptions } from 'node:tls'
import { z } from 'zod'
import type { Text } from '@vermilion/contract/kernel/text'
import { StartRefused } from '../../port/start-refused.ts'
import { readYaml } from './read-yaml.ts'

export interface ClusterAccess {
  server: string
  /** Its secrets are PEM text. */
  tls: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'>
  headers(): Promise<{ authorization?: string }>
}

const pem = z
  .string()
  .transform((base64) => Buffer.from(base64, 'base64').toString())
  .optional()
const cluster = z.looseObject({
  server: z.string(),
  'certificate-authority-data': pem,
  'insecure-skip-tls-verify': z.boolean().optional(),
  'tls-server-name': z.string().optional(),
})
const user = z.looseObject({
  token: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  'client-certificate-data': pem,
  'client-key-data': pem,
})
const context = z.object({ cluster: z.string(), user: z.string().optional() })
const name = z.string()
const kubeconfig = z.object({
  clusters: z.array(z.object({ name, cluster })).default([]),
  users: z.array(z.object({ name, user })).default([]),
  contexts: z.array(z.object({ name, context })).default([]),
  'current-context': z.string().optional(),
})

/** Files and programs of the server are out of reach of a kubeconfig, which may be anybody's. */
const refusedFields: readonly string[] = [
  'certificate-authority',
  'client-certificate',
  'client-key',
  'tokenFile',
  'exec',
  'auth-provider',
  'proxy-url',
  'as',
]

export function readKubeconfig(content: string, contextName: string | undefined): ClusterAccess {
  const config = readYaml(content, kubeconfig, notUsable)
  const requested = contextName || config['current-context'] || ''
  const use = config.contexts.find((one) => one.name === requested)?.context
  if (use === undefined) throw new StartRefused(missingContext(requested, config.contexts))
  const where = config.clusters.find((one) => one.name === use.cluster)?.cluster
  if (where === undefined) throw new StartRefused(notUsable(`there is no cluster ${use.cluster}`))
  const who = config.users.find((one) => one.name === use.user)?.user ?? {}
  for (const field of refusedFields) if (field in where || field in who) throw new StartRefused(refusedField(field))
  if (!URL.canParse(where.server) || !/^https?:$/.test(new URL(where.server).protocol))
    throw new StartRefused(notUsable(`${where.server} is no address of an API server`))
  const basic = who.username === undefined ? undefined : `Basic ${btoa(`${who.username}:${who.password ?? ''}`)}`
  const authorization = who.token === undefined ? basic : `Bearer ${who.token}`
  return {
    server: where.server.replace(/\/+$/, ''),
    tls: {
      ca: where['certificate-authority-data'],
      cert: who['client-certificate-data'],
      key: who['client-key-data'],
      servername: where['tls-server-name'],
      rejectUnauthorized: where['insecure-skip-tls-verify'] !== true,
    },
    headers: async () => (authorization === undefined ? {} : { authorization }),
  }
}

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount'

/** The credentials of the pod that this server is in. */
export async function readPodAccess(): Promise<ClusterAccess> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env
  const ca = await readFile(join(accountFolder, 'ca.crt'), 'utf8').catch(() => undefined)
  if (host === undefined || ca === undefined) throw new StartRefused(notInPod)
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    tls: { ca, rejectUnauthorized: true },
    // The kubelet renews the token.
    headers: async () => ({ authorization: `Bearer ${(await readFile(join(accountFolder, 'token'), 'utf8')).trim()}` }),
  }
}

const notUsable = (detail: string): Text => ({
  en: `the kubeconfig cannot be used: ${detail}`,
  zh: `kubeconfig 无法使用：${detail}`,
})

function missingContext(requested: string, contexts: readonly { name: string }[]): Text {
  const names = contexts.map((one) => one.name)
  return {
    en: `the kubeconfig has no context ${requested}. It has: ${names.join(', ')}`,
    zh: `kubeconfig 中没有上下文 ${requested}。其中有：${names.join('、')}`,
  }
}

const refusedField = (field: string): Text => ({
  en: `the kubeconfig names ${field}, which reaches for files or programs of a machine, or for another account. Give one that holds all: kubectl config view --minify --flatten, with the token of a service account (kubectl create token)`,
  zh: `kubeconfig 使用了 ${field}，它会读取机器上的文件、运行程序或冒用其他账户。请提供自包含的配置：kubectl config view --minify --flatten，并使用服务账户的令牌（kubectl create token）`,
})

const notInPod: Text = {
  en: 'this server does not run in a pod of a cluster. Give the pool a kubeconfig',
  zh: '本服务器不在集群的 Pod 中运行。请为资源池提供 kubeconfig',
}
