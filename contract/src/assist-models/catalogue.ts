export const assistRoles = ['embedder', 'detector', 'segmenter', 'segmenter-by-words', 'depth'] as const
export type AssistRole = (typeof assistRoles)[number]

/** `many`: English, Chinese and about a hundred more; `none`: takes no text. */
export const assistLanguages = ['many', 'english', 'none'] as const
export type AssistLanguages = (typeof assistLanguages)[number]

/** Tells models of one role apart: `exact` finds more and takes longer, `quick` the reverse. */
export const assistTraits = ['exact', 'quick'] as const
export type AssistTrait = (typeof assistTraits)[number]

export interface AssistFile {
  readonly path: string
  readonly name: string
  readonly size?: number
  readonly sha256?: string
}

export type AssistNetwork =
  | {
      readonly kind: 'siglip'
      readonly inputSize: number
      readonly tokens: number
      /** Sigmoid that turns the cosine of image and text into a probability. */
      readonly likeness: { readonly scale: number; readonly bias: number }
    }
  | {
      readonly kind: 'owl'
      readonly inputSize: number
      readonly tokens: number
      readonly isPadded: boolean
    }
  | { readonly kind: 'sam'; readonly inputSize: number }
  | {
      readonly kind: 'sam-words'
      readonly inputSize: number
      readonly tokens: number
      readonly padding: number
    }
  | {
      readonly kind: 'depth'
      /** Target length in pixels of the side that determines the scale. */
      readonly inputSize: number
      readonly step: number
    }

export interface AssistEntry {
  readonly id: string
  readonly role: AssistRole
  readonly name: string
  readonly repository: string
  readonly revision: string
  readonly licence: string
  /** URL of the maker's own terms, which whoever downloads the model agrees to. */
  readonly terms?: string
  readonly languages: AssistLanguages
  readonly trait?: AssistTrait
  /** Total size of all files, approximate when some are unknown. */
  readonly size: number
  readonly network: AssistNetwork
  readonly files: readonly AssistFile[]
}

export const maxAssistFileBytes = 4 * 1024 ** 3

/** Models available for download; for each role the first installed one is used. */
export const assistCatalogue: readonly AssistEntry[] = [
  {
    id: 'siglip2-base',
    role: 'embedder',
    name: 'SigLIP 2 Base',
    repository: 'onnx-community/siglip2-base-patch16-224-ONNX',
    revision: 'ba1f3b0843f24bc5417d38e19c37b287d719b2f4',
    licence: 'Apache-2.0',
    languages: 'many',
    size: 412_354_647,
    network: { kind: 'siglip', inputSize: 224, tokens: 64, likeness: { scale: 112.669, bias: -16.7717 } },
    files: [
      {
        path: 'onnx/vision_model_quantized.onnx',
        name: 'vision.onnx',
        size: 94_553_333,
        sha256: '5f2b401c1a4fc095702a5d45348e17ad46c4f87064085365b43c6e8eaa5c0070',
      },
      {
        path: 'onnx/text_model_quantized.onnx',
        name: 'text.onnx',
        size: 283_438_275,
        sha256: '3a0603d3a00c05a80a6ded4743c16aaac7b1e62cdcc7e362e7ce418659b96400',
      },
      {
        path: 'tokenizer.json',
        name: 'tokenizer.json',
        size: 34_363_039,
        sha256: 'cb9140fae3ac5122c972d37adf83e1248471a38147ad76f8215c8872c6fd8322',
      },
    ],
  },
  {
    id: 'owlv2-base',
    role: 'detector',
    name: 'OWLv2 Base',
    trait: 'exact',
    repository: 'Xenova/owlv2-base-patch16-ensemble',
    revision: '3e255bc9bf304b3358a8c1945c0a9514eefe7f10',
    licence: 'Apache-2.0',
    languages: 'english',
    size: 157_000_000,
    network: { kind: 'owl', inputSize: 960, tokens: 16, isPadded: true },
    files: [
      {
        path: 'onnx/model_quantized.onnx',
        name: 'detector.onnx',
        sha256: 'af8d6a041e4114b06eafabb03047350c7b8f136670a3f8afc7e73c5a74c2b24b',
      },
      { path: 'tokenizer.json', name: 'tokenizer.json' },
    ],
  },
  {
    id: 'owlvit-base',
    role: 'detector',
    name: 'OWL-ViT Base',
    trait: 'quick',
    repository: 'Xenova/owlvit-base-patch32',
    revision: 'main',
    licence: 'Apache-2.0',
    languages: 'english',
    size: 157_600_000,
    network: { kind: 'owl', inputSize: 768, tokens: 16, isPadded: false },
    files: [
      {
        path: 'onnx/model_quantized.onnx',
        name: 'detector.onnx',
        size: 155_431_700,
        sha256: '06af49bd5db977936bcddad2b45d0031072673517579d15b8cb42bf015a94156',
      },
      { path: 'tokenizer.json', name: 'tokenizer.json' },
    ],
  },
  {
    id: 'slimsam',
    role: 'segmenter',
    name: 'SlimSAM',
    repository: 'Xenova/slimsam-77-uniform',
    revision: '5850ab45f587c112167512ffef949107115e26a0',
    licence: 'Apache-2.0',
    languages: 'none',
    size: 39_833_906,
    network: { kind: 'sam', inputSize: 1024 },
    files: [
      {
        path: 'onnx/vision_encoder.onnx',
        name: 'encoder.onnx',
        size: 23_276_014,
        sha256: '9f8433273a6750b587779baa0cf5508111001bf7e7acfcf585d370139fd366d0',
      },
      {
        path: 'onnx/prompt_encoder_mask_decoder.onnx',
        name: 'decoder.onnx',
        size: 16_557_892,
        sha256: 'f4514391764fbd56e08e119060d874ecd7d52994bfb1968af159e12d4943b5bb',
      },
    ],
  },
  {
    id: 'sam3-words',
    role: 'segmenter-by-words',
    name: 'SAM 3',
    repository: 'danilobukvic/sam3-text-onnx',
    revision: 'main',
    licence: 'SAM License',
    terms: 'https://github.com/facebookresearch/sam3/blob/main/LICENSE',
    languages: 'english',
    size: 689_309_696,
    network: { kind: 'sam-words', inputSize: 1008, tokens: 32, padding: 49_407 },
    // The networks reference their weight files by name, so names are preserved.
    files: [
      {
        path: 'vision_encoder_int4.onnx',
        name: 'vision_encoder_int4.onnx',
        sha256: '88edb4602b7e7b2aa282543dea0b25a253bb13d5d7d5debbd19c2fb5e7941ae7',
      },
      {
        path: 'vision_encoder_int4.onnx.data',
        name: 'vision_encoder_int4.onnx.data',
        sha256: 'b89c9156064e926761f29be3f87b160fd34f4c93f1de46593295d155621829a2',
      },
      {
        path: 'text_encoder_int4.onnx',
        name: 'text_encoder_int4.onnx',
        sha256: '92f824a1841b787dc8dafa8cb8e8dce0c874f8d2d629f6b1c8de88399ede3806',
      },
      {
        path: 'text_encoder_int4.onnx.data',
        name: 'text_encoder_int4.onnx.data',
        sha256: 'fcf5adcd6ad7b5155409367efde4ee981a5482fd5700191499a666ba4b637db5',
      },
      {
        path: 'decoder_int4.onnx',
        name: 'decoder_int4.onnx',
        sha256: '2354b510382d025ab897fa158abe7da94d065c8f880d60aed35b01820361b06d',
      },
      {
        path: 'tokenizer.json',
        name: 'tokenizer.json',
        sha256: '6d9109cc838977f3ca94a379eec36aecc7c807e1785cd729660ca2fc0171fb35',
      },
    ],
  },
  {
    id: 'depth-anything-v2-small',
    role: 'depth',
    name: 'Depth Anything V2 Small',
    repository: 'onnx-community/depth-anything-v2-small',
    revision: '4472b7362082ad9968fee890ca0f1e5aca36b93d',
    licence: 'Apache-2.0',
    languages: 'none',
    size: 99_060_839,
    network: { kind: 'depth', inputSize: 518, step: 14 },
    files: [
      {
        path: 'onnx/model.onnx',
        name: 'depth.onnx',
        size: 99_060_839,
        sha256: 'afb6a5c28f3b6bf1618c6e43f02073ef9dfdc70e937502d51603e57b0a1df10c',
      },
    ],
  },
]
