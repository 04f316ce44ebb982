import type { SeriesSource } from '@vermilion/contract/tasks/metrics'
import { csvReader } from './csv.ts'
import { journalReader } from './journal.ts'
import { jsonLinesReader } from './json-lines.ts'
import type { Reader } from './reader.ts'
import { tensorboardReader } from './tensorboard.ts'

interface Kind {
  readonly reader: Reader<unknown>
  /** Files of this kind by name, below the output folder. What only the server writes has none. */
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
