import { fail } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { OnnxFacts, TensorFacts } from '../onnx-facts.ts'

export const refuse = (reason: Text) => fail('model-file.unrecognized', { reason })

/** A refusal says what to export otherwise, and the line of a program or a shell that does it. */
const exported = (en: string, zh: string, line: string): Text => ({ en: `${en}: ${line}`, zh: `${zh}：${line}` })

export const externalData: Text = exported(
  'its weights lie in other files; make one file of them',
  '权重存放在其他文件中，请合并为单个文件',
  "python -c \"import onnx; onnx.save(onnx.load('model.onnx'), 'one.onnx')\"",
)
export const foreignOperators = (domains: string): Text =>
  exported(
    `it needs operators that onnxruntime does not have (${domains}); export it without them, and without the suppression of TensorRT`,
    `需要 onnxruntime 没有的算子（${domains}），请导出时不使用它们，也不使用 TensorRT 的去重`,
    'yolo export model=best.pt format=onnx; YOLOv7: python export.py --weights best.pt --grid',
  )
export const hugeTensor = (gibibytes: number): Text =>
  exported(
    `it makes a tensor of ${gibibytes} GiB; export it for a smaller input`,
    `它会创建 ${gibibytes} GiB 的张量，请以更小的输入尺寸导出`,
    'yolo export model=best.pt format=onnx imgsz=640',
  )
export const hugeInput = (shape: string): Text =>
  exported(
    `its input of ${shape} is too large; export it for fewer pictures at once, or smaller ones`,
    `输入 ${shape} 过大，请以更小的批次或尺寸导出`,
    'yolo export model=best.pt format=onnx imgsz=640 batch=1',
  )
export const otherVersion: Text = {
  en: 'it is of another version of Vermilion, or its description was changed; download it again from where it was trained',
  zh: '它来自其他版本的 Vermilion，或其说明已被修改，请从训练它的系统重新下载',
}
export const notOnnx = (path: string): Text => ({
  en: `The training left ${path} and no ONNX file, which is what runs here: let it export its model as ONNX`,
  zh: `训练只留下了 ${path}，没有可在此运行的 ONNX 文件：请让训练导出 ONNX 模型`,
})
export const otherTask = (task: string): Text =>
  exported(
    `models of the task "${task}" are not read, only those that detect, segment or classify (detect, segment, semantic, classify)`,
    `不支持任务“${task}”的模型，仅支持检测、分割和分类（detect、segment、semantic、classify）`,
    'yolo export model=yolo26n-seg.pt format=onnx',
  )

const inWords = (shape: TensorFacts['shape']) => shape.join(' × ')
export const otherInput = ({ name, shape }: TensorFacts): Text =>
  exported(
    `the input is ${inWords(shape)}; pictures of three channels (batch × 3 × height × width) are read. Export it so`,
    `输入为 ${inWords(shape)}，仅支持三通道图片（批次 × 3 × 高 × 宽），请重新导出`,
    `torch.onnx.export(model, torch.zeros(1, 3, 640, 640), 'model.onnx', input_names=['${name}'])`,
  )
export const otherNumbers = (name: string): Text =>
  exported(
    `the input "${name}" takes other numbers than float32, float16 and uint8; export it with one of them`,
    `输入“${name}”的数值类型不是 float32、float16 或 uint8，请以其中一种导出`,
    "torch.onnx.export(model.float(), torch.zeros(1, 3, 640, 640), 'model.onnx')",
  )
export const otherBoxes = ({ shape }: TensorFacts, labels: number): Text =>
  exported(
    `the output is ${inWords(shape)}, which for ${labels} labels is neither 1 × ${4 + labels} × n, 1 × n × ${5 + labels} nor 1 × n × 6; check the labels, or export it again`,
    `输出为 ${inWords(shape)}；对于 ${labels} 个标签，应为 1 × ${4 + labels} × n、1 × n × ${5 + labels} 或 1 × n × 6，请检查标签或重新导出`,
    'yolo export model=best.pt format=onnx simplify=True',
  )
export const rawGrids: Text = exported(
  'its outputs are the grids of its heads; export it with the reading of boxes inside',
  '输出为检测头的原始网格，请将框的解码一并导出',
  'python export.py --weights best.pt --include onnx; YOLOv7: python export.py --weights best.pt --grid',
)
export const likeliestOfLogits: Text = exported(
  'it chooses the likeliest classes among logits, whose probabilities need all of them; export it with a softmax before that',
  '它从 logits 中选出最可能的类别，而概率需要全部 logits，请在选择之前加入 softmax',
  'return model(x).softmax(1).topk(5)',
)
const described = (tensors: readonly TensorFacts[]) =>
  tensors.map(({ name, shape }) => `${name} (${inWords(shape)})`).join(', ')
export const otherTensors = ({ inputs, outputs }: OnnxFacts): Text =>
  exported(
    `its inputs are ${described(inputs)} and its outputs ${described(outputs)}; read are exports of YOLO, RF-DETR, RT-DETR, D-FINE, DEIM and torchvision, classifiers and segmenters. Export it so`,
    `输入为 ${described(inputs)}，输出为 ${described(outputs)}；支持 YOLO、RF-DETR、RT-DETR、D-FINE、DEIM、torchvision 导出的模型以及分类和分割模型，请按其方式导出`,
    'yolo export model=best.pt format=onnx; RF-DETR: model.export(); D-FINE: python tools/deployment/export_onnx.py -c config.yml -r best.pth',
  )
