import type { DeviceFacts } from '@vermilion/contract/devices/facts'
import { cleanText, type Line, valuesOf, wholeNumber } from './lines.ts'

type Accelerator = DeviceFacts['accelerators'][number]

const maxAccelerators = 32
const mebibyte = 1_048_576

const tegraNames: Readonly<Record<string, string>> = {
  tegra124: 'Tegra K1 (Kepler)',
  tegra210: 'Tegra X1 (Maxwell)',
  tegra186: 'Tegra X2 (Pascal)',
  tegra194: 'Xavier (Volta)',
  tegra234: 'Orin (Ampere)',
  tegra264: 'Thor (Blackwell)',
}
const videoCoreNames: Readonly<Record<string, string>> = {
  bcm2835: 'VideoCore IV',
  bcm2836: 'VideoCore IV',
  bcm2837: 'VideoCore IV',
  bcm2711: 'VideoCore VI',
  bcm2712: 'VideoCore VII',
}

export function acceleratorsOf(lines: readonly Line[]): Accelerator[] {
  const compatible = valuesOf(lines, 'compatible').join(' ').split(' ')
  const chip = (vendor: string) => compatible.find((name) => name.startsWith(`${vendor},`))?.slice(vendor.length + 1)
  const names = { nvidia: compatible.flatMap((name) => tegraNames[name.replace('nvidia,', '')] ?? [])[0] }
  const videoCore = compatible.flatMap((name) => videoCoreNames[name.replace('brcm,', '')] ?? [])[0]
  const board: Accelerator[] = []
  if (names.nvidia !== undefined) board.push({ kind: 'gpu', vendor: 'nvidia', name: names.nvidia, memory: null })
  if (videoCore !== undefined) board.push({ kind: 'gpu', vendor: 'broadcom', name: videoCore, memory: null })
  for (const gpu of valuesOf(lines, 'tree-gpu')) {
    const mali = gpu.split(' ').find((name) => name.startsWith('arm,mali-'))
    if (mali !== undefined)
      board.push({
        kind: 'gpu',
        vendor: 'arm',
        name: cleanText(`Mali ${mali.slice('arm,mali-'.length)}`, 100),
        memory: null,
      })
  }
  if (valuesOf(lines, 'rknpu').length > 0) {
    const processor = compatible.filter((name) => /^rockchip,rk\d{4}/.test(name)).at(-1)
    const name = processor === undefined ? 'NPU' : `${processor.slice('rockchip,'.length).toUpperCase()} NPU`
    board.push({ kind: 'npu', vendor: 'rockchip', name: cleanText(name, 100), memory: null })
  }
  const bpus = valuesOf(lines, 'bpu').length
  if (bpus > 0) {
    const name = `BPU ${chip('hobot') ?? chip('d-robotics') ?? ''}`.trim()
    board.push({
      kind: 'npu',
      vendor: 'horizon',
      name: cleanText(bpus === 1 ? name : `${name} × ${bpus}`, 100),
      memory: null,
    })
  }
  return [...board, ...nvidiaCards(lines), ...pciCards(lines), ...hailoWithoutPci(lines)].slice(0, maxAccelerators)
}

function nvidiaCards(lines: readonly Line[]): Accelerator[] {
  const reported = valuesOf(lines, 'nvidia-smi')
  return (reported.length > 0 ? reported : valuesOf(lines, 'nvidia')).flatMap((line): Accelerator[] => {
    const [memory = '', ...name] = line.split(',')
    const mebibytes = wholeNumber(memory.trim())
    // On a Jetson nvidia-smi reports no size, and the GPU is listed already.
    if (mebibytes === null || name.join(',').trim() === '') return []
    return [
      { kind: 'gpu', vendor: 'nvidia', name: cleanText(name.join(','), 100), memory: mebibytes * mebibyte || null },
    ]
  })
}

const pciVendors = { '0x10de': 'nvidia', '0x1002': 'amd', '0x8086': 'intel', '0x1e60': 'hailo' } as const
const vendorNames = { nvidia: 'NVIDIA', amd: 'AMD', intel: 'Intel', hailo: 'Hailo' } as const

function pciCards(lines: readonly Line[]): Accelerator[] {
  const hasDriver = valuesOf(lines, 'nvidia').length + valuesOf(lines, 'nvidia-smi').length > 0
  const [hailoName] = valuesOf(lines, 'hailo-name')
  return valuesOf(lines, 'pci').flatMap((line): Accelerator[] => {
    const [vendorId = '', deviceId = '', deviceClass = '', memory, ...name] = line.split(' ')
    const vendor = Object.hasOwn(pciVendors, vendorId) ? pciVendors[vendorId as keyof typeof pciVendors] : undefined
    if (vendor === undefined || !/^0x[0-9a-f]{4}$/.test(deviceId) || (vendor === 'nvidia' && hasDriver)) return []
    const isNpu = vendor === 'hailo' || deviceClass.startsWith('0x12')
    const usual = vendor === 'hailo' && deviceId === '0x2864' ? 'Hailo-8' : undefined
    const pciName = `${vendorNames[vendor]} ${isNpu ? 'NPU' : 'GPU'} (${vendorId.slice(2)}:${deviceId.slice(2)})`
    const reported = name.join(' ') || (vendor === 'hailo' ? (hailoName ?? usual) : undefined)
    return [
      {
        kind: isNpu ? 'npu' : 'gpu',
        vendor,
        name: cleanText(reported ?? pciName, 100),
        memory: wholeNumber(memory) || null,
      },
    ]
  })
}

function hailoWithoutPci(lines: readonly Line[]): Accelerator[] {
  if (valuesOf(lines, 'pci').some((line) => line.startsWith('0x1e60'))) return []
  const [name = 'Hailo'] = valuesOf(lines, 'hailo-name')
  return valuesOf(lines, 'hailo').map(() => ({
    kind: 'npu',
    vendor: 'hailo',
    name: cleanText(name, 100),
    memory: null,
  }))
}
