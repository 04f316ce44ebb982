import type { FormatKind } from '@vermilion/contract/formats/offers'
import type { ImageCheck } from '@vermilion/contract/tasks/image-check'
import type { TrainingImage } from '@vermilion/contract/tasks'

export interface CommandParts {
  dataFolder: string
  outputFolder: string
  parameters: Readonly<Record<string, number>>
  environment: Readonly<Record<string, string>>
}

export interface ImagePython {
  /** Name of the folder in `images/`. */
  readonly folder: string
  /** Name of the program in the folder: the one that the container runs. */
  readonly program: string
  /** Name of the folder with `requirements.cpu.txt` and `requirements.cuda.txt`; that of the program by default. */
  readonly locks?: string
  /** Oldest Python that the locked packages run with, such as `3.11`; `3.10` by default. */
  readonly oldest?: string
}

export interface ImageDefinition extends Pick<
  TrainingImage,
  'title' | 'description' | 'address' | 'framework' | 'taskKind'
> {
  readonly labelTypes: readonly string[]
  readonly parameters: Readonly<TrainingImage['parameters']>
  /** The image generates pictures instead of a model. */
  readonly generates?: boolean
  readonly accelerators?: readonly string[]
  readonly writes?: readonly string[]
  readonly dataFormat?: FormatKind
  /** Absolute path of the program, and its arguments; never a shell command line. */
  command(parts: CommandParts): [string, ...string[]]
  /** The container image can also be run without containers, in an environment that is made of its locked packages. */
  readonly python?: ImagePython
  readonly onDevice?: boolean
  /** Number of restarts after a lost run, independent of the task's restart policy; 1 by default. */
  readonly lostRestarts?: number
  /** File below the output folder from which a lost run can continue. */
  readonly checkpoint?: string
  /** Present for an image added by a user. */
  readonly own?: Readonly<{ id: string; check: ImageCheck | null }>
  readonly code?: string
}
