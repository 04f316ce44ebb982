import { createHash } from 'node:crypto'
import type { AssistEntry } from '@vermilion/contract/assist-models/catalogue'
import { floats, int64, integers, onnxFile, type OnnxGraph } from '../../models/testing/onnx-writer.ts'
import { tinySegmenterFiles } from './tiny-segmenter.ts'
import { tinyWordSegmenterFiles, wordSegmenterEdge } from './tiny-word-segmenter.ts'

const words: Readonly<Record<string, readonly [number, number, number]>> = {
  '[PAD]': [0, 0, 0],
  '[UNK]': [0.1, 0.1, 0.1],
  red: [1, -1, -1],
  green: [-1, 1, -1],
  blue: [-1, -1, 1],
  红: [1, -1, -1],
  绿: [-1, 1, -1],
  蓝: [-1, -1, 1],
}
const vocabulary = Object.keys(words)
const tokens = 8

const tokenizer = Buffer.from(
  JSON.stringify({
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  }),
)

const vision: OnnxGraph = {
  inputs: [{ name: 'pixel_values', shape: ['batch', 3, 8, 8] }],
  outputs: [{ name: 'pooler_output', shape: ['batch', 3] }],
  nodes: [
    { operator: 'GlobalAveragePool', inputs: ['pixel_values'], output: 'means' },
    { operator: 'Flatten', inputs: ['means'], output: 'pooler_output', attributes: { axis: 1 } },
  ],
}

const text: OnnxGraph = {
  inputs: [{ name: 'input_ids', type: int64, shape: ['batch', 'sequence'] }],
  outputs: [{ name: 'pooler_output', shape: ['batch', 3] }],
  constants: [floats('table', [vocabulary.length, 3], Object.values(words).flat()), integers('axes', 1)],
  nodes: [
    { operator: 'Gather', inputs: ['table', 'input_ids'], output: 'vectors', attributes: { axis: 0 } },
    { operator: 'ReduceSum', inputs: ['vectors', 'axes'], output: 'pooler_output', attributes: { keepdims: 0 } },
  ],
}

const detector: OnnxGraph = {
  inputs: [
    { name: 'input_ids', type: int64, shape: ['prompts', 'sequence'] },
    { name: 'attention_mask', type: int64, shape: ['prompts', 'sequence'] },
    { name: 'pixel_values', shape: ['batch', 3, 16, 16] },
  ],
  outputs: [
    { name: 'logits', shape: ['batch', 4, 'prompts'] },
    { name: 'pred_boxes', shape: ['batch', 4, 4] },
  ],
  constants: [
    floats(
      'table',
      [vocabulary.length, 3],
      Object.values(words).flatMap((each) => each.map((v) => Math.max(0, v) * 2)),
    ),
    integers('axes', 1),
    integers('quarters_shape', 1, 3, 4),
    floats('bias', [], [-1.5]),
    floats(
      'corners',
      [1, 4, 4],
      [0.25, 0.25, 0.5, 0.5, 0.75, 0.25, 0.5, 0.5, 0.25, 0.75, 0.5, 0.5, 0.75, 0.75, 0.5, 0.5],
    ),
  ],
  nodes: [
    {
      operator: 'AveragePool',
      inputs: ['pixel_values'],
      output: 'pooled',
      attributes: { kernel_shape: [8, 8], strides: [8, 8] },
    },
    { operator: 'Reshape', inputs: ['pooled', 'quarters_shape'], output: 'planes' },
    { operator: 'Transpose', inputs: ['planes'], output: 'quarters', attributes: { perm: [0, 2, 1] } },
    { operator: 'Gather', inputs: ['table', 'input_ids'], output: 'vectors', attributes: { axis: 0 } },
    { operator: 'ReduceSum', inputs: ['vectors', 'axes'], output: 'prompts_rows', attributes: { keepdims: 0 } },
    { operator: 'Transpose', inputs: ['prompts_rows'], output: 'prompts_columns', attributes: { perm: [1, 0] } },
    { operator: 'MatMul', inputs: ['quarters', 'prompts_columns'], output: 'products' },
    { operator: 'Add', inputs: ['products', 'bias'], output: 'logits' },
    { operator: 'Identity', inputs: ['corners'], output: 'pred_boxes' },
  ],
}

export interface TinyModel {
  readonly entry: AssistEntry
  readonly files: Readonly<Record<string, Uint8Array>>
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

const pinned = (path: string, name: string, content: Uint8Array) => ({
  path,
  name,
  size: content.length,
  sha256: sha256(content),
})

const about = { revision: 'main', licence: 'Apache-2.0', size: 20_000 } as const

function tinyEmbedder(): TinyModel {
  const files = {
    'onnx/vision_model.onnx': onnxFile(vision),
    'onnx/text_model.onnx': onnxFile(text),
    'tokenizer.json': tokenizer,
  }
  return {
    files,
    entry: {
      ...about,
      id: 'tiny-embedder',
      role: 'embedder',
      name: 'Tiny embedder',
      repository: 'tiny/embedder',
      languages: 'many',
      network: { kind: 'siglip', inputSize: 8, tokens, likeness: { scale: 10, bias: -5 } },
      // The last file's hash comes from the hub.
      files: [
        pinned('onnx/vision_model.onnx', 'vision.onnx', files['onnx/vision_model.onnx']),
        pinned('onnx/text_model.onnx', 'text.onnx', files['onnx/text_model.onnx']),
        { path: 'tokenizer.json', name: 'tokenizer.json' },
      ],
    },
  }
}

function tinyDetector(): TinyModel {
  return {
    files: { 'onnx/model.onnx': onnxFile(detector), 'tokenizer.json': tokenizer },
    entry: {
      ...about,
      id: 'tiny-detector',
      role: 'detector',
      name: 'Tiny detector',
      repository: 'tiny/detector',
      languages: 'english',
      network: { kind: 'owl', inputSize: 16, tokens, isPadded: true },
      files: [
        { path: 'onnx/model.onnx', name: 'detector.onnx' },
        { path: 'tokenizer.json', name: 'tokenizer.json' },
      ],
    },
  }
}

function tinySegmenter(): TinyModel {
  const { encoder, decoder } = tinySegmenterFiles()
  return {
    files: { 'onnx/vision_encoder.onnx': encoder, 'onnx/prompt_encoder_mask_decoder.onnx': decoder },
    entry: {
      ...about,
      id: 'tiny-segmenter',
      role: 'segmenter',
      name: 'Tiny segmenter',
      repository: 'tiny/segmenter',
      languages: 'none',
      network: { kind: 'sam', inputSize: 64 },
      files: [
        { path: 'onnx/vision_encoder.onnx', name: 'encoder.onnx' },
        { path: 'onnx/prompt_encoder_mask_decoder.onnx', name: 'decoder.onnx' },
      ],
    },
  }
}

const depth: OnnxGraph = {
  inputs: [{ name: 'pixel_values', shape: [1, 3, 'height', 'width'] }],
  outputs: [{ name: 'predicted_depth', shape: [1, 'height', 'width'] }],
  nodes: [
    {
      operator: 'ReduceMean',
      inputs: ['pixel_values'],
      output: 'predicted_depth',
      attributes: { axes: [1], keepdims: 0 },
    },
  ],
}

function tinyWordSegmenter(): TinyModel {
  const files = { ...tinyWordSegmenterFiles(Object.values(words)), 'tokenizer.json': tokenizer }
  return {
    files,
    entry: {
      ...about,
      id: 'tiny-word-segmenter',
      role: 'segmenter-by-words',
      name: 'Tiny word segmenter',
      repository: 'tiny/word-segmenter',
      licence: 'Tiny License',
      terms: 'https://example.com/tiny-terms',
      languages: 'english',
      network: { kind: 'sam-words', inputSize: wordSegmenterEdge, tokens, padding: 1 },
      files: Object.keys(files).map((path) => ({ path, name: path })),
    },
  }
}

function tinyDepth(): TinyModel {
  return {
    files: { 'onnx/model.onnx': onnxFile(depth) },
    entry: {
      ...about,
      id: 'tiny-depth',
      role: 'depth',
      name: 'Tiny depth',
      repository: 'tiny/depth',
      languages: 'none',
      network: { kind: 'depth', inputSize: 28, step: 14 },
      files: [{ path: 'onnx/model.onnx', name: 'depth.onnx' }],
    },
  }
}

export const tinyModels = {
  embedder: tinyEmbedder(),
  detector: tinyDetector(),
  segmenter: tinySegmenter(),
  wordSegmenter: tinyWordSegmenter(),
  depth: tinyDepth(),
} as const

export const tinyCatalogue: readonly AssistEntry[] = Object.values(tinyModels).map(({ entry }) => entry)
