// The server with tiny images that run in Python environments, for stories and kills; configured by the environment. IMAGES_FOLDER
// has their programs.
import { readConfig } from '../../../config.ts'
import { serve } from '../../../serve.ts'
import { tinyImages } from './tiny-environments.ts'

await serve(readConfig(process.env), { tasks: tinyImages(process.env['IMAGES_FOLDER'] ?? '') })
