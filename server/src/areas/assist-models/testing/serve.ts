// The server with a catalogue of tiny models, for stories; configured by the environment.
import { readConfig } from '../../../config.ts'
import { serve } from '../../../serve.ts'
import { tinyCatalogue } from './tiny-models.ts'

await serve(readConfig(process.env), { assistCatalogue: tinyCatalogue, fetchPatience: 50 })
