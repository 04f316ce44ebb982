import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sshDaemonProblem } from './ssh-daemon.ts'

const poorCable = fileURLToPath(new URL('poor-cable.py', import.meta.url))

export interface CableQuality {
  /** Milliseconds. */
  readonly delay: number
  readonly loss: number
  readonly kilobits: number
}

export interface NetworkNamespace {
  readonly namespace: string
  readonly address: string
  readonly serverAddress: string
  unplug(): void
  plugIn(): void
  remove(): Promise<void>
}

const attempt = (...argv: readonly [string, ...string[]]) => spawnSync(argv[0], argv.slice(1), { encoding: 'utf8' })

function run(...argv: readonly [string, ...string[]]): void {
  const { status, stderr, error } = attempt(...argv)
  if (status !== 0) throw new Error(`${argv.join(' ')}: ${error?.message ?? stderr}`)
}

let count = 0
/** Interface names have at most 15 characters. */
const newName = () => `vm${process.pid.toString(36)}n${(count += 1)}`
const newNetwork = () => `10.${randomInt(200, 250)}.${randomInt(256)}`

export function networkProblem(): string | undefined {
  const problem = sshDaemonProblem()
  if (problem !== undefined) return problem
  const name = newName()
  try {
    run('ip', 'netns', 'add', name)
    run('ip', 'netns', 'exec', name, 'iptables', '-t', 'nat', '-A', 'POSTROUTING', '-j', 'MASQUERADE')
    const stateful = ['-m', 'conntrack', '--ctstate', 'NEW', '-j', 'REJECT']
    run('ip', 'netns', 'exec', name, 'iptables', '-A', 'FORWARD', ...stateful)
    return undefined
  } catch (error) {
    const reason = `no network namespaces with NAT are to be had here: ${error instanceof Error ? error.message.trim() : ''}`
    if ((process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',').includes('network'))
      throw new Error(reason, { cause: error })
    return reason
  } finally {
    attempt('ip', 'netns', 'del', name)
  }
}

const inside = (namespace: string, ...argv: string[]) => run('ip', '-n', namespace, ...argv)

async function layCable(names: { near: string; namespace: string; far: string }, quality: CableQuality | undefined) {
  const { near, namespace, far } = names
  const lay = () => run('ip', 'link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', namespace)
  const cut = async () => void attempt('ip', 'link', 'del', near)
  if (quality === undefined) {
    lay()
    return cut
  }
  const { delay, loss, kilobits } = quality
  lay()
  const netem = ['root', 'netem', 'delay', `${delay}ms`, 'loss', `${loss * 100}%`, 'rate', `${kilobits}kbit`]
  if (attempt('tc', 'qdisc', 'add', 'dev', near, ...netem).status === 0) {
    run('ip', 'netns', 'exec', namespace, 'tc', 'qdisc', 'add', 'dev', far, ...netem)
    return cut
  }
  await cut()
  // Without netem in the kernel, a program forwards the packets.
  const values = [delay, loss, kilobits].map(String)
  const child = spawn('python3', [poorCable, near, namespace, far, ...values], { stdio: ['pipe', 'pipe', 'inherit'] })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('no cable'))),
  ])
  return async () => {
    const exit = once(child, 'exit')
    child.stdin.end()
    await exit
  }
}

export async function connectNamespace(quality?: CableQuality): Promise<NetworkNamespace> {
  const [namespace, network] = [newName(), newNetwork()]
  const [near, far] = [`${namespace}a`, `${namespace}b`]
  const [serverAddress, address] = [`${network}.1`, `${network}.2`]
  run('ip', 'netns', 'add', namespace)
  const removeCable = await layCable({ near, namespace, far }, quality)
  run('ip', 'address', 'add', `${serverAddress}/30`, 'dev', near)
  run('ip', 'link', 'set', near, 'up')
  inside(namespace, 'address', 'add', `${address}/30`, 'dev', far)
  inside(namespace, 'link', 'set', 'lo', 'up')
  inside(namespace, 'link', 'set', far, 'up')
  return {
    namespace,
    address,
    serverAddress,
    unplug: () => inside(namespace, 'link', 'set', far, 'down'),
    plugIn: () => inside(namespace, 'link', 'set', far, 'up'),
    async remove() {
      await removeCable()
      run('ip', 'netns', 'del', namespace)
    },
  }
}

export async function connectBehindRouter(): Promise<NetworkNamespace> {
  const router = await connectNamespace()
  const [namespace, network] = [newName(), newNetwork()]
  const [near, far] = [`${namespace}a`, `${namespace}b`]
  const [gateway, address] = [`${network}.1`, `${network}.2`]
  run('ip', 'netns', 'add', namespace)
  inside(router.namespace, 'link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', namespace)
  inside(router.namespace, 'address', 'add', `${gateway}/30`, 'dev', near)
  inside(router.namespace, 'link', 'set', near, 'up')
  inside(namespace, 'address', 'add', `${address}/30`, 'dev', far)
  for (const end of ['lo', far]) inside(namespace, 'link', 'set', end, 'up')
  inside(namespace, 'route', 'add', 'default', 'via', gateway)
  const onRouter = (...argv: string[]) => run('ip', 'netns', 'exec', router.namespace, ...argv)
  onRouter('sh', '-c', 'echo 1 >/proc/sys/net/ipv4/ip_forward')
  const outside = `${router.namespace}b`
  onRouter('iptables', '-t', 'nat', '-A', 'POSTROUTING', '-o', outside, '-j', 'MASQUERADE')
  const stateful = ['-m', 'conntrack', '--ctstate', 'NEW']
  onRouter('iptables', '-A', 'FORWARD', '-i', outside, ...stateful, '-j', 'REJECT')
  run('ip', 'route', 'add', `${network}.0/30`, 'via', router.address)
  return {
    ...router,
    namespace,
    address,
    async remove() {
      run('ip', 'netns', 'del', namespace)
      await router.remove()
    },
  }
}
