import type { ReactNode } from 'react';
import type { Article } from '../content/texts.ts';

/** What the drawing of each icon shows. */
export const SHOWN: Record<Article['icon'], string> = {
  users: 'a leader among students',
  megaphone: 'a megaphone',
  church: 'a small church',
  door: 'an open door',
  compass: 'a compass',
  graduation: 'a graduation cap',
  tent: 'a tent',
  phone: 'a phone with a flame on it',
  heart: 'two hands around a heart',
};

/** Line drawings, 64 by 64; elements of class `lit` are filled with the lamp's color. */
export const DRAWINGS: Record<Article['icon'], ReactNode> = {
  users: (
    <>
      <circle className="lit" cx="32" cy="20" r="8.5" />
      <path d="M15 55c0-10 7.6-17 17-17s17 7 17 17" />
      <circle cx="11.5" cy="27" r="5.5" />
      <circle cx="52.5" cy="27" r="5.5" />
      <path d="M3 50c0-6.5 3.6-10.5 9-11.5M61 50c0-6.5-3.6-10.5-9-11.5" />
    </>
  ),
  megaphone: (
    <>
      <path className="lit" d="M20 24 46 12v40L20 40z" />
      <path d="M20 24h-6a5 5 0 0 0-5 5v6a5 5 0 0 0 5 5h6M19 40l4 14h7l-3.5-10.5M52.5 25.5a9 9 0 0 1 0 13M57.5 20.5a16 16 0 0 1 0 23" />
    </>
  ),
  church: (
    <>
      <path className="lit" d="M14 56V32l18-14 18 14v24z" />
      <path d="M32 18V6M27.5 10h9M26 56V44a6 6 0 0 1 12 0v12M4 56h56M32 28v.1" />
    </>
  ),
  door: (
    <>
      <path className="lit" d="M22 8h26v48H22z" />
      <path d="M22 8 36 15v48L22 56M31 37v4M6 56h16M48 56h10" />
    </>
  ),
  compass: (
    <>
      <circle cx="32" cy="32" r="24" />
      <path className="lit" d="M43 21 36.5 36.5 21 43l6.5-15.5z" />
      <path d="M32 8v4M32 52v4M8 32h4M52 32h4" />
    </>
  ),
  graduation: (
    <>
      <path d="M15 32v14c0 4.5 7.6 8 17 8s17-3.5 17-8V32" />
      <path className="lit" d="M32 12 3.5 26.5 32 41l28.5-14.5z" />
      <path d="M32 26.5 54 32v14M54 46l-2.5 6h5z" />
    </>
  ),
  tent: (
    <>
      <path d="M7 53 32 13l25 40M29 8.2l3 4.8 3-4.8" />
      <path className="lit" d="M32 31 20.5 53h23z" />
      <path d="M2.5 53h59M52 14.5v.1M57.5 22v.1M11 20v.1" />
    </>
  ),
  phone: (
    <>
      <rect x="17" y="5" width="30" height="54" rx="7" />
      <path className="lit" d="M32 16c5 5.4 7.4 8.9 7.4 12.7a7.4 7.4 0 0 1-14.8 0c0-3.8 2.4-7.3 7.4-12.7z" />
      <path d="M24 42.5h16M28 52h8" />
    </>
  ),
  heart: (
    <>
      <path
        className="lit"
        d="M32 46C20 38.5 13.5 31.5 13.5 24A9.5 9.5 0 0 1 32 20.5 9.5 9.5 0 0 1 50.5 24c0 7.5-6.5 14.5-18.5 22z"
      />
      <path d="M6 40c0 10 9 18 21 18 0-6-3-9-6.5-12M58 40c0 10-9 18-21 18 0-6 3-9 6.5-12" />
    </>
  ),
};
