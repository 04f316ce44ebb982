import type { Text } from '../kernel/text.ts'

interface ExecutorOffer {
  name: Text
  hint: Text
  /** Runs use container images; otherwise programs of the server's machine. `by-settings`: as the pool's settings say. */
  images: boolean | 'by-settings'
  /** Images that say how also run here without containers, in a Python environment. */
  environments?: true
  /** Runs are on a device, whose pool is created and removed with it. */
  device?: true
  /** Absent where there are none. */
  address?: {
    hint: Text
    problem: (address: string) => Text | undefined
    usual: readonly { name: string; address: string }[]
  }
}

const bySocket: NonNullable<ExecutorOffer['address']> = {
  hint: {
    en: 'unix:///var/run/docker.sock, tcp://host:2375 or https://host:2376. Empty: the engine of this machine.',
    zh: 'unix:///var/run/docker.sock、tcp://host:2375 或 https://host:2376。留空：本机的引擎。',
  },
  problem: socketAddressProblem,
  usual: [
    { name: 'Docker', address: 'unix:///var/run/docker.sock' },
    { name: 'Podman', address: 'unix:///run/podman/podman.sock' },
  ],
}

export const executorOffers = {
  local: {
    name: { en: 'This machine', zh: '本机' },
    hint: {
      en: 'Tasks run as processes of the machine that the server runs on.',
      zh: '任务作为服务器所在机器的进程运行。',
    },
    images: false,
    environments: true,
  },
  container: {
    name: { en: 'Container engine', zh: '容器引擎' },
    hint: { en: 'Tasks run in containers of Docker or Podman.', zh: '任务在 Docker 或 Podman 的容器中运行。' },
    images: true,
    address: bySocket,
  },
  device: {
    name: { en: 'Device', zh: '设备' },
    hint: {
      en: 'Tasks run on a board or another machine, over SSH.',
      zh: '任务通过 SSH 在板卡或其他机器上运行。',
    },
    images: false,
    device: true,
  },
  slurm: {
    name: { en: 'Slurm', zh: 'Slurm' },
    hint: {
      en: 'Tasks are jobs of a Slurm cluster, which queues them.',
      zh: '任务作为 Slurm 集群的作业运行，由集群排队。',
    },
    images: 'by-settings',
  },
  kubernetes: {
    name: { en: 'Kubernetes', zh: 'Kubernetes' },
    hint: {
      en: 'Tasks are Jobs of a Kubernetes cluster, which queues them.',
      zh: '任务作为 Kubernetes 集群的 Job 运行，由集群排队。',
    },
    images: true,
  },
} as const satisfies Record<string, ExecutorOffer>

export type ExecutorKind = keyof typeof executorOffers
type ExecutorKinds = [ExecutorKind, ...ExecutorKind[]]
export const executorKinds = Object.keys(executorOffers) as ExecutorKinds

export const offerOf = (kind: ExecutorKind): ExecutorOffer => executorOffers[kind]

export const poolExecutorKinds = executorKinds.filter((kind) => !offerOf(kind).device) as ExecutorKinds

export function addressProblem(executor: ExecutorKind, address: string | null): Text | undefined {
  if (address === null) return undefined
  const offer = offerOf(executor).address
  if (offer !== undefined) return offer.problem(address)
  return { en: 'what runs on the machine of the server itself has no address', zh: '在服务器本机运行，没有地址' }
}

function socketAddressProblem(address: string): Text | undefined {
  if (/^unix:\/\/\/[^\p{Cc}]+$/u.test(address)) return undefined
  if (address.startsWith('ssh:')) {
    return {
      en: 'an engine is not reached by ssh. Forward its socket and give the address of that: unix:///path',
      zh: '不支持 ssh。请转发引擎的套接字，并填写其地址：unix:///path',
    }
  }
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !['tcp:', 'http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    return {
      en: 'write it as unix:///var/run/docker.sock, tcp://host:2375, http://host:2375 or https://host:2376',
      zh: '请写成 unix:///var/run/docker.sock、tcp://host:2375、http://host:2375 或 https://host:2376',
    }
  }
  if (url.username !== '' || url.password !== '')
    return { en: 'it may hold no name or password', zh: '不能包含用户名或密码' }
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') {
    return { en: 'it ends after the port', zh: '端口之后不能有其他内容' }
  }
  return undefined
}
