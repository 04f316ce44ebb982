import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs beside a server that may be a standby. Gives its pod the label that the Service selects while this server leads, and
 * takes it from all others: a pod on a lost machine cannot take its own. The leader also costs more to delete than a
 * standby, so that updates begin with standbys.
 */
const { POD = '', PODS = '', SELECTOR = '', HEALTH = '' } = process.env
const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port } = process.env
const api = `https://${host.includes(':') ? `[${host}]` : host}:${port}${PODS}`
const label = 'vermilion/leads'
/** Milliseconds between two looks at the server, and after which labels are looked at though nothing has changed. */
const [lookEvery, listEvery] = [1_000, 10_000]

/** @typedef {{ metadata: { name: string, labels: Record<string, string> } }} Pod */

/** @type {(method: string, path: string, body?: object) => Promise<{ items: Pod[] }>} */
async function call(method, path, body) {
  // The kubelet renews it.
  const token = readFileSync('/var/run/secrets/kubernetes.io/serviceaccount/token', 'utf8').trim()
  const response = await fetch(api + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/merge-patch+json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`)
  return /** @type {Promise<{ items: Pod[] }>} */ (response.json())
}

/** @type {(pod: string, isLeader: boolean) => Promise<unknown>} */
const mark = (pod, isLeader) =>
  call('PATCH', `/${pod}`, {
    metadata: {
      labels: { [label]: isLeader ? 'yes' : null },
      annotations: { 'controller.kubernetes.io/pod-deletion-cost': isLeader ? '100' : null },
    },
  })

async function isLeading() {
  try {
    const response = await fetch(HEALTH, { signal: AbortSignal.timeout(3_000) })
    const { data } = /** @type {{ data: { role?: string } }} */ (await response.json())
    return data.role === 'leader'
  } catch {
    return false
  }
}

/** @param {boolean} leads */
async function markPods(leads) {
  const { items } = await call('GET', `?${new URLSearchParams({ labelSelector: SELECTOR })}`)
  const marked = items.filter(({ metadata }) => label in metadata.labels).map(({ metadata }) => metadata.name)
  // First its own, so that there is no moment without a leader.
  if (leads !== marked.includes(POD)) await mark(POD, leads)
  if (leads) for (const pod of marked) if (pod !== POD) await mark(pod, false)
}

/** @type {{ leads?: boolean, at: number }} */
let done = { at: 0 }
process.on('SIGTERM', () => process.exit(0))
for (;;) {
  const leads = await isLeading()
  if (leads !== done.leads || Date.now() - done.at > listEvery) {
    try {
      await markPods(leads)
      if (leads !== done.leads) console.log(leads ? 'this server leads' : 'this server does not lead')
      done = { leads, at: Date.now() }
    } catch (error) {
      console.error(error)
    }
  }
  await sleep(lookEvery)
}
