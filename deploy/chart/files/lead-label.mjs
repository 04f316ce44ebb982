import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs beside a server that may be a standby. Gives its pod the label that the Service selects while this server leads, and
 * takes it from all others: a pod on a lost machine cannot take its own. The leader also costs more to delete than a
 * standby, so that updates begin with standbys.
 */
const { POD = '', PODS = '', SELECTOR = '', HEALTH = '' } = process.env
const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env
const label = 'vermilion/leads'
const account = '/var/run/secrets/kubernetes.io/serviceaccount'
const ca = readFileSync(`${account}/ca.crt`)
/** Milliseconds between two looks at the server, and after which labels are looked at though nothing has changed. */
const [lookEvery, listEvery] = [1_000, 10_000]

function call(method, path, body) {
  const headers = {
    // The kubelet renews it.
    authorization: `Bearer ${readFileSync(`${account}/token`, 'utf8').trim()}`,
    'content-type': 'application/merge-patch+json',
  }
  // Whatever address leads to the API, its certificate has this name.
  const options = { host, port, path, method, headers, ca, servername: 'kubernetes.default.svc', timeout: 5_000 }
  const { promise, resolve, reject } = Promise.withResolvers()
  const sent = request(options, async (answer) => {
    const text = (await answer.setEncoding('utf8').toArray()).join('')
    if (answer.statusCode === 200) resolve(JSON.parse(text))
    else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`))
  })
  sent.on('error', reject).on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer`)))
  sent.end(body && JSON.stringify(body))
  return promise
}

const mark = (pod, isLeader) =>
  call('PATCH', `${PODS}/${pod}`, {
    metadata: {
      labels: { [label]: isLeader ? 'yes' : null },
      annotations: { 'controller.kubernetes.io/pod-deletion-cost': isLeader ? '100' : null },
    },
  })

async function isLeading() {
  try {
    const { data } = await (await fetch(HEALTH, { signal: AbortSignal.timeout(3_000) })).json()
    return data.role === 'leader'
  } catch {
    return false
  }
}

async function markPods(leads) {
  const query = new URLSearchParams({ labelSelector: SELECTOR })
  const { items } = await call('GET', `${PODS}?${query}`)
  const marked = items.filter(({ metadata }) => label in metadata.labels).map(({ metadata }) => metadata.name)
  // First its own, so that there is no moment without a leader.
  if (leads !== marked.includes(POD)) await mark(POD, leads)
  if (leads) for (const pod of marked) if (pod !== POD) await mark(pod, false)
}

let done = { leads: undefined, at: 0 }
process.on('SIGTERM', () => process.exit(0))
for (;;) {
  const leads = await isLeading()
  if (leads !== done.leads || Date.now() - done.at > listEvery) {
    try {
      await markPods(leads)
      if (leads !== done.leads) console.log(leads ? 'this server leads' : 'this server does not lead')
      done = { leads, at: Date.now() }
    } catch (error) {
      console.error(error.message)
    }
  }
  await sleep(lookEvery)
}
