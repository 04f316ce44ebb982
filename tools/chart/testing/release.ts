import { readdirSync, readFileSync } from 'node:fs'
import { createServer, connect, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { outsideAddress, type TestCluster } from '../../../server/src/areas/executors/testing/kubernetes-cluster.ts'
import type { ClusterObject } from './helm.ts'

const image = process.env['VERMILION_TEST_IMAGE']
export const skippedWithoutImage =
  image === undefined ? ', skipped: VERMILION_TEST_IMAGE names no image of the product that the nodes have' : ''

export function productImage() {
  const [, repository, tag] = /^(.*):([^:/]+)$/.exec(image ?? '') ?? []
  return { repository, tag }
}

const plurals: Readonly<Record<string, string>> = {
  NetworkPolicy: 'networkpolicies',
  Ingress: 'ingresses',
}

/** The path at which objects of this kind are made. */
export function pathOf({ apiVersion, kind, metadata }: ClusterObject): string {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const namespace = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`
  return `${group}${namespace}/${plurals[kind] ?? `${kind.toLowerCase()}s`}`
}

interface Items<Item> {
  items: Item[]
}

export interface ServerPod {
  metadata: { name: string; uid: string; labels: Record<string, string>; deletionTimestamp?: string }
  spec: { nodeName?: string }
  status: {
    podIP?: string
    phase: string
    conditions?: { type: string; status: string }[]
    containerStatuses?: { name: string; restartCount: number; state: object }[]
  }
}

interface EndpointSlice {
  endpoints: { addresses: string[]; conditions: { ready?: boolean } }[] | null
}

export const isReady = ({ status, metadata }: ServerPod): boolean =>
  metadata.deletionTimestamp === undefined &&
  status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true

/** A release in the cluster. */
export function watchRelease({ client }: TestCluster, namespace: string, release: string) {
  const query = { labelSelector: `app.kubernetes.io/instance=${release}` }
  const inNamespace = `/api/v1/namespaces/${namespace}`
  return {
    pods: async () => (await client.call<Items<ServerPod>>('GET', `${inNamespace}/pods`, { query })).items,
    /** The addresses that the Service leads to, which nothing here routes. */
    async addresses() {
      const path = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`
      const slices = await client.call<Items<EndpointSlice>>('GET', path, {
        query: { labelSelector: `kubernetes.io/service-name=${release}` },
      })
      return slices.items
        .flatMap(({ endpoints }) => endpoints ?? [])
        .filter(({ conditions }) => conditions.ready === true)
        .flatMap(({ addresses }) => addresses.map((address) => `http://${address}:7860`))
    },
    remove: (pod: string, graceSeconds?: number) =>
      client.call('DELETE', `${inNamespace}/pods/${pod}`, {
        query: graceSeconds === undefined ? {} : { gracePeriodSeconds: graceSeconds },
      }),
  }
}

/** Signals the server of a pod, whose node is on this machine. */
export function signalServer({ metadata }: ServerPod, signal: 'SIGKILL' | 'SIGSTOP'): void {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  const isServer = (pid: string) =>
    read(pid, 'cgroup').includes(metadata.uid) && /^node\0.*\0start\0$/.test(read(pid, 'cmdline'))
  const [pid] = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isServer(name))
  if (pid === undefined) throw new Error(`no server of ${metadata.name} runs on this machine`)
  process.kill(Number(pid), signal)
}

export async function until<Value>(read: () => Promise<Value | undefined | false>, seconds = 240): Promise<Value> {
  for (const end = Date.now() + seconds * 1_000; ;) {
    const value = await read()
    if (value !== undefined && value !== false) return value
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${String(read)}`)
    await sleep(200)
  }
}

/** Lets pods reach a port that only this machine does. */
export async function openToPods(port: number): Promise<{ host: string; port: number; close(): void }> {
  const server: Server = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    from.pipe(to).pipe(from)
    from.on('error', () => to.destroy()).on('close', () => to.destroy())
    to.on('error', () => from.destroy()).on('close', () => from.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { host: outsideAddress(), port: address.port, close: () => server.close() }
}
