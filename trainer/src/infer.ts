import { parseInferenceOptions } from './inference/options.ts'
import { runInference } from './inference/run-inference.ts'
import { runProgram } from './surroundings.ts'

/**
 * Inference program: `node infer.ts --model FILE.onnx --data DIR
 * --images LIST.json --output DIR [--confidence 0.25 --overlap 0.45]`.
 */
await runProgram(async (surroundings) => runInference(parseInferenceOptions(process.argv.slice(2)), surroundings))
