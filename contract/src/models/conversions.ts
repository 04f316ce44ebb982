import { z } from 'zod'
import { figureNames } from '../evaluations.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, progress, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'

/** Conversions: 16-bit weights; dynamic input size and batch; 8-bit weights and activations, calibrated on images. */
export const conversionKinds = ['float16', 'dynamic', 'int8'] as const
export type ConversionKind = (typeof conversionKinds)[number]

export const conversionCreate = z.object({
  kind: z.enum(conversionKinds),
  datasetId: id,
  versionId: id,
  pictures: z.number().int().min(1).max(500).default(32),
})
export type ConversionCreate = z.output<typeof conversionCreate>

/** `differs`: outputs too far from the original's; `unreadable`: file or pictures; `other`: found in the server's log. */
export const conversionProblems = ['operators', 'shapes', 'differs', 'unreadable', 'cancelled', 'other'] as const
export type ConversionProblem = (typeof conversionProblems)[number]
export const conversionStatuses = ['processing', 'success', 'failed'] as const

/** `running` and `done` concern both models; `failed` includes stopped evaluations, `removed` deleted ones or missing data. */
export const measuringStates = ['running', 'done', 'failed', 'removed'] as const

const measured = z.object({ figure: z.enum(figureNames), value: z.number().nullable() }).nullable()

export const conversion = z.object({
  id,
  kind: z.enum(conversionKinds),
  status: z.enum(conversionStatuses),
  jobId: id.nullable(),
  progress: progress.nullable(),
  problem: z.enum(conversionProblems).nullable(),
  detail: z.string(),
  /** Resulting model; null while there is none, and after its deletion. */
  modelId: id.nullable(),
  modelVersion: count.nullable(),
  modelSize: count.nullable(),
  /** Largest difference of both models' outputs, relative to the original's largest output. */
  largestDifference: z.number().nullable(),
  meanDifference: z.number().nullable(),
  datasetId: id,
  versionId: id,
  /** Main metric of the original and the result on the version; null until both are evaluated. */
  previous: measured,
  result: measured,
  /** Null until converted. `removed`: one of the models, or the version. */
  measuring: z.enum(measuringStates).nullable(),
  creator: z.string(),
  createdAt: time,
})
export type Conversion = z.output<typeof conversion>

export const conversionEndpoints = {
  convertModel: endpoint('POST', '/models/:modelId/conversions', {
    summary: {
      en: 'Convert a model to float16, to inputs of any size, or to 8 bits, as the next version of its name',
      zh: '将模型转换为 float16、动态尺寸或 int8，作为同名的新版本',
    },
    body: conversionCreate,
    answer: conversion,
    errors: ['model.not-found', 'model.not-runnable', 'dataset.not-found', 'version.not-found', 'version.not-ready'],
  }),
  listConversions: endpoint('GET', '/models/:modelId/conversions', {
    summary: {
      en: 'What a model was converted to, newest first, and what that cost',
      zh: '模型的转换记录及精度变化，最新的在前',
    },
    query: pageQuery,
    answer: pageOf(conversion),
    errors: ['model.not-found'],
  }),
} as const
