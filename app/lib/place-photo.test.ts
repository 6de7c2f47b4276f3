import { expect, test } from 'vitest'
import { placePhotoUrl } from './place-photo'

test('a place photo is requested at 200 × 200, with its reference encoded', () => {
  const url = new URL(placePhotoUrl('Aap_uE&x=1 店', 'key-1'))
  expect(url.origin + url.pathname).toBe('https://maps.googleapis.com/maps/api/place/photo')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    maxwidth: '200',
    maxheight: '200',
    photo_reference: 'Aap_uE&x=1 店',
    key: 'key-1',
  })
})

test('without a reference or a key there is none', () => {
  expect(placePhotoUrl(null, 'key-1')).toBe('')
  expect(placePhotoUrl('', 'key-1')).toBe('')
  expect(placePhotoUrl('Aap_uE', null)).toBe('')
})
