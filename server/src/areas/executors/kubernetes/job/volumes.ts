import { relative } from 'node:path'
import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import type { Mount, RunSpec } from '../../port/run-spec.ts'

export interface PodParts {
  /** Those that run before the command. */
  initContainers?: { name: string }[]
  /** Those that run beside the command. */
  containers?: { name: string }[]
  volumes: object[]
  volumeMounts: { name: string; mountPath: string; subPath?: string; readOnly?: boolean }[]
}

/** Bytes of shared memory, which data loaders need; counted as the container's own. */
const sharedMemoryBytes = 8 * 1024 ** 3
export const addressesFolder = '/run/vermilion'

/** `mounts` have their sources as the nodes see them. */
export function volumesOf(mounts: readonly Mount[], { storage, claim: claimName }: KubernetesSettings): PodParts {
  if (storage === 'claim') {
    const claim = { name: 'shared', persistentVolumeClaim: { claimName } }
    return {
      volumes: mounts.length === 0 ? [] : [claim],
      volumeMounts: mounts.map(({ source, target: mountPath, readOnly }) => {
        return { name: 'shared', mountPath, readOnly, subPath: relative('/', source) }
      }),
    }
  }
  return {
    volumes: mounts.map(({ source: path }, position) => {
      return { name: `mount-${position}`, hostPath: { path, type: 'Directory' } }
    }),
    volumeMounts: mounts.map(({ target: mountPath, readOnly }, position) => {
      return { name: `mount-${position}`, mountPath, readOnly }
    }),
  }
}

export function sharedMemoryOf({ limits: { memoryBytes } }: RunSpec): PodParts {
  const sizeLimit = Math.min(sharedMemoryBytes, Math.floor((memoryBytes ?? Infinity) / 2))
  return {
    volumes: [{ name: 'shared-memory', emptyDir: { medium: 'Memory', sizeLimit: String(sizeLimit) } }],
    volumeMounts: [{ name: 'shared-memory', mountPath: '/dev/shm' }],
  }
}

/** Where an instance reads the addresses of all, once they have some. */
export function addressesOf(annotation: string): PodParts {
  const fieldPath = `metadata.annotations['${annotation}']`
  return {
    volumes: [{ name: 'addresses', downwardAPI: { items: [{ path: 'addresses', fieldRef: { fieldPath } }] } }],
    volumeMounts: [{ name: 'addresses', mountPath: addressesFolder, readOnly: true }],
  }
}
