import { fail } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { OnnxFacts, TensorFacts } from '../onnx-facts.ts'

export const refuse = (reason: Text) => fail('model-file.unrecognized', { reason })

export const externalData: Text = {
  en: 'its weights lie in other files: export it as one file',
  zh: '权重存放在其他文件中，请导出为单个文件',
}
export const foreignOperators = (domains: string): Text => ({
  en: `it needs operators that onnxruntime does not have (${domains}): export it without them`,
  zh: `需要 onnxruntime 没有的算子（${domains}），请导出时不使用它们`,
})
export const hugeTensor = (gibibytes: number): Text => ({
  en: `it makes a tensor of ${gibibytes} GiB: export it for a smaller input`,
  zh: `它会创建 ${gibibytes} GiB 的张量，请以更小的输入尺寸导出`,
})
export const otherVersion: Text = {
  en: 'it is of another version of Vermilion, or its description was changed',
  zh: '它来自其他版本的 Vermilion，或其说明已被修改',
}
export const notOnnx = (path: string): Text => ({
  en: `The training left ${path} and no ONNX file, which is what runs here: let it export its model as ONNX`,
  zh: `训练只留下了 ${path}，没有可在此运行的 ONNX 文件：请让训练导出 ONNX 模型`,
})
export const otherTask = (task: string): Text => ({
  en: `models of the task "${task}" are not read, only those that detect, segment or classify`,
  zh: `不支持任务“${task}”的模型，仅支持检测、分割和分类（detect、segment、classify）`,
})

const inWords = (shape: TensorFacts['shape']) => shape.join(' × ')
export const otherInput = (shape: TensorFacts['shape']): Text => ({
  en: `the input is ${inWords(shape)}: one picture of three channels (1 × 3 × height × width) is read. Export it so`,
  zh: `输入为 ${inWords(shape)}：仅支持一张三通道图片（1 × 3 × 高 × 宽），请重新导出`,
})
export const otherBoxes = ({ shape }: TensorFacts, labels: number): Text => ({
  en: `the output is ${inWords(shape)}, which for ${labels} labels is neither 1 × ${4 + labels} × n, 1 × n × ${5 + labels} nor 1 × n × 6: check the labels`,
  zh: `输出为 ${inWords(shape)}；对于 ${labels} 个标签，应为 1 × ${4 + labels} × n、1 × n × ${5 + labels} 或 1 × n × 6，请检查标签`,
})
const described = (tensors: readonly TensorFacts[]) =>
  tensors.map(({ name, shape }) => `${name} (${inWords(shape)})`).join(', ')
export const otherTensors = ({ inputs, outputs }: OnnxFacts): Text => ({
  en: `its inputs are ${described(inputs)} and its outputs ${described(outputs)}: read are exports of Ultralytics, torchvision, RT-DETR and D-FINE, classifiers and segmenters in float32 or float16`,
  zh: `输入为 ${described(inputs)}，输出为 ${described(outputs)}：支持 Ultralytics、torchvision、RT-DETR、D-FINE 导出的模型，以及 float32 或 float16 的分类和分割模型`,
})
