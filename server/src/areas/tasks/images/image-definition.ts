import type { FormatKind } from '@vermilion/contract/formats/offers'
import type { ImageCheck } from '@vermilion/contract/tasks/image-check'
import type { TrainingImage } from '@vermilion/contract/tasks'

/** What a command is put together from. Folders are absolute. */
export interface CommandParts {
  dataFolder: string
  outputFolder: string
  parameters: Readonly<Record<string, number>>
  /** The variables that the task was given, secrets apart. */
  environment: Readonly<Record<string, string>>
}

export interface ImageDefinition extends Pick<TrainingImage, 'title' | 'address' | 'framework' | 'taskKind'> {
  readonly labelTypes: readonly string[]
  readonly parameters: Readonly<TrainingImage['parameters']>
  /** It makes pictures, and no model. */
  readonly generates?: boolean
  readonly accelerators?: readonly string[]
  readonly writes?: readonly string[]
  /** How it reads a dataset; COCO where it does not say. */
  readonly dataFormat?: FormatKind
  /** The program by absolute path and its arguments. Never a line for a shell. */
  command(parts: CommandParts): [string, ...string[]]
  /** It is sent to a device and runs there. */
  readonly onDevice?: boolean
  /** Times that a run which was lost is started again, whatever the task says of restarts; once where it does not say. */
  readonly lostRestarts?: number
  /** A file below the output folder from which a run that was lost can go on. */
  readonly checkpoint?: string
  /** What is known of one that somebody added. */
  readonly own?: Readonly<{ id: string; check: ImageCheck | null }>
  /** The folder of its program, where that is a part of this installation. */
  readonly code?: string
}
