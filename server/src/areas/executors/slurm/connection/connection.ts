import type { Text } from '@vermilion/contract/kernel/text'
import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'
import type { NodeSummary } from '../nodes.ts'

/** In Slurm's own shapes. */
export interface Job {
  id: string
  /** As `squeue` writes it, such as `PENDING`. */
  state: string
  /** Why it waits or ended, in Slurm's word. */
  reason: string
  /** The wait status of the job script. */
  waitStatus: number
  restarts: number
  nodeCount: number
  /** Such as `n[1-3],m2`. */
  nodes: string
  /** What each node is to have besides processors and memory. */
  resources: string
  /** Such as `cpu=4,mem=8G`: the sum of all nodes. */
  allocated: string
  /** Comma-separated. */
  partitions: string
  endedAt: Date | null
  comment: string
}

/** By the names of the options of `sbatch`. */
export type Submission = Readonly<Record<string, string | boolean | undefined>>

/**
 * How a cluster is reached. Calls fail with `SlurmAway` while the controller does not answer, and with `SlurmRefused` in the words of
 * Slurm.
 */
export interface SlurmConnection {
  /** Those of the account, also of other servers and over ones, or those of all accounts, as far as the cluster shows them. */
  jobs(whose: 'own' | 'all'): Promise<Job[]>
  /** Of the partition, or of the usual one. Empty for an unknown partition. */
  nodes(partition: string | undefined): Promise<NodeSummary[]>
  /** Returns the job's number. */
  submit(order: Submission, script: string): Promise<string>
  /** Fails as the submission would, as far as that can be told. */
  test(order: Submission): Promise<void>
  /** Reaches all commands of a step, such as `7.0`. Absent where only jobs are: instances then look for a file of its name. */
  signal?(step: string, signal: 'TERM' | 'KILL'): Promise<void>
  cancel(jobId: string): Promise<void>
  /** What the accounting remembers of a job that the controller has forgotten, where there is an accounting. */
  recall(jobId: string): Promise<Pick<Job, 'state' | 'waitStatus' | 'nodes' | 'endedAt'> | undefined>
  /** True where nobody can tell. */
  hasPyxis(): Promise<boolean>
  /** Absent where there is no way. */
  openTerminal?(order: Required<TerminalOrder>): Promise<Terminal>
}

/** The controller does not answer; its jobs go on. */
export class SlurmAway extends Error {
  readonly code = 'slurm-away'
  readonly text: Text
  constructor(text: Text, options?: ErrorOptions) {
    super(text.en, options)
    this.text = text
  }
}

export const silenceOf = (detail: string): Text => ({
  en: `Slurm does not answer: ${detail}`,
  zh: `Slurm 没有响应：${detail}`,
})

/** Slurm refused, in its own message. */
export class SlurmRefused extends Error {}

const away =
  /Unable to contact slurm controller|Socket timed out|Connection refused|Connection timed out|communication connection failure|Zero Bytes were transmitted|Unable to establish controller|slurmctld is in standby|Unable to connect to database|Unspecified error/i

export const isAway = (message: string): boolean => away.test(message)
