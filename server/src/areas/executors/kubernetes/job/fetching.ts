import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import type { PreparedData } from '../../fetched-data/fetched-data.ts'
import type { Mount } from '../../port/run-spec.ts'
import type { ContainerStatus, Pod } from '../client/objects.ts'
import type { Member } from '../runs.ts'
import type { PodParts } from './volumes.ts'

interface FetchingOrder {
  settings: KubernetesSettings
  prepared: PreparedData
  mounts: readonly Mount[]
  role: string
  /** The instance whose results are those of the run. */
  main: string
  instances: number
}

/** Where the containers that fetch and send see data, program and cache. */
const paths = { data: '/vermilion-data', program: '/vermilion', cache: '/vermilion-cache' } as const
const placeProgram =
  "const fs = require('fs'); const [folder, program, token] = process.argv.slice(1); " +
  "fs.writeFileSync(folder + '/run-data.mjs', Buffer.from(program, 'base64')); fs.writeFileSync(folder + '/token', token)"
const senderName = 'send-results'

/** As data is fetched and sent: the name of an instance without that of its run. */
export const instanceOf = ({ role, index }: Pick<Member, 'role' | 'index'>): string => `${role}-${index}`

export const senderOf = ({ status }: Pod): ContainerStatus | undefined =>
  status?.containerStatuses?.find(({ name }) => name === senderName)

/**
 * Containers that place the program, fetch what the run reads, and send what it writes beside the command, with the volumes of
 * all. The program comes as an argument, so that the account needs no right to create other objects.
 */
export function fetchingOf({ settings, prepared, mounts, role, main, instances }: FetchingOrder): PodParts {
  const { serverUrl = '', fetchImage: image = '', cacheClaim } = settings
  const read = mounts.filter(({ readOnly }) => readOnly)
  const output = mounts.find(({ readOnly }) => !readOnly)
  const order = {
    url: `${serverUrl.replace(/\/+$/, '')}${prepared.path}`,
    tokenFile: `${paths.program}/token`,
    mounts: read.map((_, position) => `${paths.data}/mounts/${position}`),
    output: output && `${paths.data}/output`,
    cache: cacheClaim && paths.cache,
    main,
  }
  const program = { name: 'run-data-program', mountPath: paths.program }
  const data = { name: 'run-data', mountPath: paths.data }
  const cache = { name: 'run-data-cache', mountPath: paths.cache }
  // Kubernetes fills the index of an Indexed Job in.
  const instance = instances > 1 ? `${role}-$(JOB_COMPLETION_INDEX)` : main
  const step = (name: string, verb: string, volumeMounts: object[]) => ({
    ...container(name, image),
    args: [`${paths.program}/run-data.mjs`, verb, JSON.stringify(order).replaceAll('$', '$$$$'), instance],
    volumeMounts,
  })
  const cacheMount = cacheClaim === undefined ? [] : [cache]
  const argument = Buffer.from(prepared.program).toString('base64')
  return {
    initContainers: [
      {
        ...container('place-program', image),
        args: ['-e', placeProgram, paths.program, argument, prepared.token],
        volumeMounts: [program],
      },
      step('fetch-data', 'fetch', [{ ...program, readOnly: true }, data, ...cacheMount]),
    ],
    containers: output === undefined ? [] : [step(senderName, 'send', [{ ...program, readOnly: true }, data])],
    volumes: [
      { name: program.name, emptyDir: {} },
      { name: data.name, emptyDir: {} },
      ...(cacheClaim === undefined ? [] : [{ name: cache.name, persistentVolumeClaim: { claimName: cacheClaim } }]),
    ],
    volumeMounts: [
      ...read.map(({ target: mountPath, readOnly }, position) => {
        return { name: data.name, mountPath, subPath: `mounts/${position}`, readOnly }
      }),
      ...(output === undefined ? [] : [{ name: data.name, mountPath: output.target, subPath: 'output' }]),
    ],
  }
}

function container(name: string, image: string) {
  return {
    name,
    image,
    imagePullPolicy: 'IfNotPresent',
    command: ['node'],
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  }
}
