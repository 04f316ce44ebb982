import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { bytes, checksum, count, text, time } from '../../kernel/fields.ts'

/** Days without use after which a clean-up removes an environment. */
export const unusedEnvironmentDays = 30

/** Which wheels of PyTorch and its kind: `cuda` where the machine has an NVIDIA accelerator. */
export const wheelKinds = ['cpu', 'cuda'] as const
export type WheelKind = (typeof wheelKinds)[number]

/** Packages fetched; all of them once they are being unpacked. */
export const environmentProgress = z.object({ done: count, total: count, bytes })
export type EnvironmentProgress = z.output<typeof environmentProgress>

export const pythonEnvironment = z.object({
  /** SHA-256 over its locked requirements, Python and platform. */
  id: checksum,
  /** Names of the training images that run in it. */
  images: z.array(z.string()),
  wheels: z.enum(wheelKinds),
  python: z.string(),
  packages: count,
  /** On the disk. */
  bytes,
  madeAt: time,
  usedAt: time,
  /** True while a task runs or starts in it. */
  isUsed: z.boolean(),
})
export type PythonEnvironment = z.output<typeof pythonEnvironment>

/** How a training image runs on the machine of this server. */
export const environmentOffer = z.object({
  image: z.string(),
  wheels: z.enum(wheelKinds),
  /** Version of the machine's Python that it runs with, such as `3.12`; null where none fits. */
  python: z.string().nullable(),
  packages: count,
  /** Roughly; null when unknown. */
  downloadBytes: bytes.nullable(),
  /** `missing` is made by the first task that needs it. */
  state: z.enum(['ready', 'in-progress', 'missing', 'impossible']),
  progress: environmentProgress.nullable(),
  /** Why it is impossible, with the line that helps. */
  problem: text.nullable(),
})
export type EnvironmentOffer = z.output<typeof environmentOffer>

export const pythonEnvironmentEndpoints = {
  listPythonEnvironments: endpoint('GET', '/python-environments', {
    summary: {
      en: 'The Python environments of this machine, and which training images can run in one',
      zh: '本机的 Python 环境，以及可在其中运行的训练镜像',
    },
    answer: z.object({ environments: z.array(pythonEnvironment), offers: z.array(environmentOffer) }),
  }),
  deletePythonEnvironment: endpoint('DELETE', '/python-environments/:environmentId', {
    summary: {
      en: 'Remove a Python environment that no task uses. The next task that needs it makes it again',
      zh: '删除没有任务使用的 Python 环境；下次需要时会重新创建',
    },
    params: z.object({ environmentId: checksum }),
    answer: z.object({}),
    errors: ['python-environment.not-found', 'python-environment.in-use'],
  }),
} as const
