/** The fields of Kubernetes objects that are used here. */
export interface ObjectMeta {
  name: string
  uid: string
  resourceVersion: string
  creationTimestamp: string
  deletionTimestamp?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

export interface KubernetesObject {
  metadata: ObjectMeta
}

export interface ObjectList<Item> {
  metadata: { resourceVersion: string; continue?: string }
  items: Item[]
}

interface Condition {
  type: string
  status: 'True' | 'False' | 'Unknown'
  reason?: string
  message?: string
}

export interface Job extends KubernetesObject {
  spec: { suspend?: boolean }
  status?: {
    completedIndexes?: string
    failedIndexes?: string
    conditions?: Condition[]
  }
}

export interface ContainerStatus {
  name: string
  restartCount: number
  imageID?: string
  state?: {
    waiting?: { reason?: string; message?: string }
    running?: { startedAt: string }
    terminated?: {
      exitCode: number
      reason?: string
      message?: string
      startedAt: string | null
      finishedAt: string | null
    }
  }
}

export type Container = { resources?: { requests?: Record<string, string> } }
type Containers = { containers: Container[]; initContainers?: Container[] }

export interface Pod extends KubernetesObject {
  spec: Containers & { nodeName?: string; activeDeadlineSeconds?: number; volumes?: { name: string }[] }
  status?: {
    phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown'
    reason?: string
    message?: string
    startTime?: string
    podIP?: string
    hostIP?: string
    conditions?: Condition[]
    containerStatuses?: ContainerStatus[]
    initContainerStatuses?: ContainerStatus[]
  }
}

export interface Node extends KubernetesObject {
  spec: { unschedulable?: boolean }
  status: { allocatable?: Record<string, string>; conditions?: Condition[] }
}

export interface ResourceQuota extends KubernetesObject {
  status?: { hard?: Record<string, string> }
}

export interface ClusterEvent extends KubernetesObject {
  reason?: string
  message?: string
  lastTimestamp?: string | null
  eventTime?: string | null
  involvedObject: { uid?: string }
}

/** The body of a refusal. */
export interface StatusBody {
  reason?: string
  message?: string
}
