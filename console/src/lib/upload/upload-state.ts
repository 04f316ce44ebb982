import type { UploadMetadata } from '@vermilion/contract/files'
import type { UploadResult } from '@vermilion/contract/files/uploads'

export type UploadStatus = 'waiting' | 'sending' | 'paused' | 'done' | 'failed'

/** One file on its way into a data space. Sizes are in bytes. */
export interface Upload {
  readonly id: number
  /** Files that were chosen together, and its place among them. */
  readonly batch: string
  readonly index: number
  readonly spaceId: string
  readonly path: string
  readonly conflict: UploadMetadata['conflict']
  /** An archive that the server shall unpack. */
  readonly unpack: boolean
  readonly size: number
  readonly sent: number
  readonly status: UploadStatus
  /** Why it failed; empty otherwise. */
  readonly problem: string
  /** The server's response for a finished upload. */
  readonly result: UploadResult | null
}

export interface UploadState {
  readonly uploads: readonly Upload[]
  /** Bytes a second over the last seconds; 0 while nothing is sent. */
  readonly speed: number
}

/** The transfer of one file or of a pack of small ones; it can be paused and resumed. */
export interface Transfer {
  /** Stops sending; what arrived stays on the server. */
  pause: () => Promise<void>
  /** Stops sending, and tells the server to forget what arrived. */
  cancel: () => Promise<void>
}

export interface TransferEvents {
  onProgress: (sent: number) => void
  onDone: (result: UploadResult | null) => void
  onFailed: (problem: unknown) => void
  /** The session has ended: what arrived is kept, and it goes on with the next. */
  onHeld: () => void
}

/** Files that arrive together, each with its own end. */
export interface PackEvents {
  /** Results in the order of the files; null for an unreadable file. */
  onDone: (results: readonly (UploadResult | null)[]) => void
  onFailed: (problem: unknown) => void
  onHeld: () => void
}

export type UploadTarget = Pick<Upload, 'spaceId' | 'path' | 'conflict' | 'unpack'>
export type PackedUpload = UploadTarget & { readonly file: File }

/** The record of unfinished uploads, read by the next page after this one is closed. */
export interface UploadMemory {
  settled: (batch: string, indexes: readonly number[]) => void
  forget: (batch: string) => void
}

export interface UploadsNeeds {
  send: (file: File, target: UploadTarget, events: TransferEvents) => Promise<Transfer>
  sendPack: (files: readonly PackedUpload[], events: PackEvents) => Promise<Transfer>
  /** The words for a failed upload. */
  words: (problem: unknown) => string
  now: () => number
  memory?: UploadMemory
  /** Bytes of the largest file that is sent together with others. */
  packed?: number
  /** Large files, and packs of small ones, that are sent at the same time. */
  parallel?: number
  /** Least milliseconds between two changes of the state. */
  period?: number
}

/** A file to be sent, or (without `file`) one of the batch that has arrived before. */
export interface AddedUpload {
  readonly path: string
  readonly size: number
  readonly file: File | null
  readonly conflict?: UploadMetadata['conflict']
  readonly unpack?: boolean
}
