import type { FormatKind } from '@vermilion/contract/formats/offers'
import type { ImageCheck } from '@vermilion/contract/tasks/image-check'
import type { TrainingImage } from '@vermilion/contract/tasks'

export interface CommandParts {
  dataFolder: string
  outputFolder: string
  parameters: Readonly<Record<string, number>>
  environment: Readonly<Record<string, string>>
}

export interface ImageDefinition extends Pick<TrainingImage, 'title' | 'address' | 'framework' | 'taskKind'> {
  readonly labelTypes: readonly string[]
  readonly parameters: Readonly<TrainingImage['parameters']>
  /** The image generates pictures instead of a model. */
  readonly generates?: boolean
  readonly accelerators?: readonly string[]
  readonly writes?: readonly string[]
  readonly dataFormat?: FormatKind
  /** Absolute path of the program, and its arguments; never a shell command line. */
  command(parts: CommandParts): [string, ...string[]]
  readonly onDevice?: boolean
  /** Number of restarts after a lost run, independent of the task's restart policy; 1 by default. */
  readonly lostRestarts?: number
  /** File below the output folder from which a lost run can continue. */
  readonly checkpoint?: string
  /** Present for an image added by a user. */
  readonly own?: Readonly<{ id: string; check: ImageCheck | null }>
  readonly code?: string
}
