import type { SeriesSource } from '@vermilion/contract/tasks/metrics'
import { csvReader } from './csv.ts'
import { journalReader } from './journal.ts'
import { jsonLinesReader } from './json-lines.ts'
import type { Reader } from './reader.ts'
import { tensorboardReader } from './tensorboard.ts'

interface Kind {
  readonly reader: Reader<unknown>
  /** File names of this format below the output folder; undefined for the server's own files. */
  readonly file?: RegExp
}

export const readers: Readonly<Record<SeriesSource, Kind>> = {
  csv: { reader: csvReader, file: /^(?:results|metrics|progress)\.csv$/i },
  'json-lines': {
    reader: jsonLinesReader,
    file: /^(?:metrics|scalars|history|log|(?:train(?:ing|er)?)_log)\.(?:jsonl|ndjson|json)$/i,
  },
  tensorboard: { reader: tensorboardReader, file: /^events\.out\.tfevents\./ },
  mlflow: { reader: journalReader },
  system: { reader: journalReader },
}
