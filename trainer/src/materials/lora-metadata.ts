import { materialsBase } from '@vermilion/contract/safetensors/lora-family'
import type { FineTuningOptions } from './fine-tuning-options.ts'
import { tagFrequency, type MaterialPicture } from './pictures.ts'

/** LoRA metadata under the keys of kohya's trainers; all values are strings. */
export function loraMetadata(
  options: Omit<FineTuningOptions, 'data' | 'output'>,
  pictures: readonly MaterialPicture[],
): Record<string, string> {
  const { name, trigger, rank, alpha, steps, resolution, batch, learningRate, seed } = options
  return {
    ss_base_model_version: materialsBase,
    ss_network_module: 'networks.lora',
    ss_network_dim: String(rank),
    ss_network_alpha: String(alpha),
    ss_output_name: name,
    ss_steps: String(steps),
    ss_learning_rate: String(learningRate),
    ss_num_train_images: String(pictures.reduce((sum, { repeats }) => sum + repeats, 0)),
    ss_resolution: `(${resolution}, ${resolution})`,
    ss_total_batch_size: String(batch),
    ss_seed: String(seed),
    ss_tag_frequency: JSON.stringify(tagFrequency(pictures)),
    'modelspec.architecture': `${materialsBase}/lora`,
    'modelspec.title': name,
    ...(trigger.trim() === '' ? {} : { 'modelspec.trigger_phrase': trigger.trim() }),
  }
}
