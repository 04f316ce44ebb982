import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, progress } from '../kernel/fields.ts'

/**
 * What a model can be made: weights of 16 bits; an input of any size and number of images; weights and values of 8 bits,
 * calibrated on pictures.
 */
export const conversionKinds = ['float16', 'dynamic', 'int8'] as const
export type ConversionKind = (typeof conversionKinds)[number]

export const conversionCreate = z.object({
  kind: z.enum(conversionKinds),
  /** The version whose pictures calibrate it, and on which it is measured before and after. */
  datasetId: id,
  versionId: id,
  /** Pictures that it is calibrated on and compared with the original on. */
  pictures: count.min(1).max(500).default(32),
})
export type ConversionCreate = z.input<typeof conversionCreate>

/** Why a model was not converted. */
export const conversionProblems = ['operators', 'shapes', 'differs', 'unreadable', 'other'] as const

export const conversion = z.object({
  id,
  kind: z.enum(conversionKinds),
  status: z.enum(['processing', 'success', 'failed']),
  progress: progress.nullable(),
  problem: z.enum(conversionProblems).nullable(),
  /** Operators that keep it from being converted, and the like. */
  detail: z.string(),
  /** The model that it became. */
  modelId: id.nullable(),
})
export type Conversion = z.output<typeof conversion>

export const conversionEndpoints = {
  convertModel: endpoint({
    method: 'POST',
    path: '/models/:modelId/conversions',
    summary: {
      en: 'Convert a model to float16, to inputs of any size, or to 8 bits, as the next version of its name',
      zh: '将模型转换为 float16、动态尺寸或 int8，作为同名的新版本',
    },
    params: z.object({ modelId: id }),
    body: conversionCreate,
    answer: conversion,
    errors: ['model.not-found', 'model.not-runnable', 'version.not-found', 'version.not-ready'],
  }),
} as const
