/// The named character references of HTML.
///
/// The table is that of the HTML standard (html.spec.whatwg.org/entities.json), without the names that need
/// no semicolon.
enum HTMLEntities {
    /// The characters, one or two, by name.
    static let named: [String: String] = {
        var named: [String: String] = [:]
        named.reserveCapacity(2200)
        for entry in table.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: "_")
            let scalars = parts[0].split(separator: ",").compactMap { UInt32($0, radix: 16) }
            named[String(parts[1])] = String(
                String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
        }
        // In a clue it is a space like any other.
        named["nbsp"] = " "
        return named
    }()

    private static let table = """
        C6_AElig 26_AMP C1_Aacute 102_Abreve C2_Acirc 410_Acy 1D504_Afr C0_Agrave 391_Alpha 100_Amacr
        2A53_And 104_Aogon 1D538_Aopf 2061_ApplyFunction C5_Aring 1D49C_Ascr 2254_Assign C3_Atilde C4_Auml
        2216_Backslash 2AE7_Barv 2306_Barwed 411_Bcy 2235_Because 212C_Bernoullis 392_Beta 1D505_Bfr
        1D539_Bopf 2D8_Breve 212C_Bscr 224E_Bumpeq 427_CHcy A9_COPY 106_Cacute 22D2_Cap
        2145_CapitalDifferentialD 212D_Cayleys 10C_Ccaron C7_Ccedil 108_Ccirc 2230_Cconint 10A_Cdot
        B8_Cedilla B7_CenterDot 212D_Cfr 3A7_Chi 2299_CircleDot 2296_CircleMinus 2295_CirclePlus
        2297_CircleTimes 2232_ClockwiseContourIntegral 201D_CloseCurlyDoubleQuote 2019_CloseCurlyQuote
        2237_Colon 2A74_Colone 2261_Congruent 222F_Conint 222E_ContourIntegral 2102_Copf 2210_Coproduct
        2233_CounterClockwiseContourIntegral 2A2F_Cross 1D49E_Cscr 22D3_Cup 224D_CupCap 2145_DD
        2911_DDotrahd 402_DJcy 405_DScy 40F_DZcy 2021_Dagger 21A1_Darr 2AE4_Dashv 10E_Dcaron 414_Dcy
        2207_Del 394_Delta 1D507_Dfr B4_DiacriticalAcute 2D9_DiacriticalDot 2DD_DiacriticalDoubleAcute
        60_DiacriticalGrave 2DC_DiacriticalTilde 22C4_Diamond 2146_DifferentialD 1D53B_Dopf A8_Dot
        20DC_DotDot 2250_DotEqual 222F_DoubleContourIntegral A8_DoubleDot 21D3_DoubleDownArrow
        21D0_DoubleLeftArrow 21D4_DoubleLeftRightArrow 2AE4_DoubleLeftTee 27F8_DoubleLongLeftArrow
        27FA_DoubleLongLeftRightArrow 27F9_DoubleLongRightArrow 21D2_DoubleRightArrow 22A8_DoubleRightTee
        21D1_DoubleUpArrow 21D5_DoubleUpDownArrow 2225_DoubleVerticalBar 2193_DownArrow 2913_DownArrowBar
        21F5_DownArrowUpArrow 311_DownBreve 2950_DownLeftRightVector 295E_DownLeftTeeVector
        21BD_DownLeftVector 2956_DownLeftVectorBar 295F_DownRightTeeVector 21C1_DownRightVector
        2957_DownRightVectorBar 22A4_DownTee 21A7_DownTeeArrow 21D3_Downarrow 1D49F_Dscr 110_Dstrok 14A_ENG
        D0_ETH C9_Eacute 11A_Ecaron CA_Ecirc 42D_Ecy 116_Edot 1D508_Efr C8_Egrave 2208_Element 112_Emacr
        25FB_EmptySmallSquare 25AB_EmptyVerySmallSquare 118_Eogon 1D53C_Eopf 395_Epsilon 2A75_Equal
        2242_EqualTilde 21CC_Equilibrium 2130_Escr 2A73_Esim 397_Eta CB_Euml 2203_Exists 2147_ExponentialE
        424_Fcy 1D509_Ffr 25FC_FilledSmallSquare 25AA_FilledVerySmallSquare 1D53D_Fopf 2200_ForAll
        2131_Fouriertrf 2131_Fscr 403_GJcy 3E_GT 393_Gamma 3DC_Gammad 11E_Gbreve 122_Gcedil 11C_Gcirc
        413_Gcy 120_Gdot 1D50A_Gfr 22D9_Gg 1D53E_Gopf 2265_GreaterEqual 22DB_GreaterEqualLess
        2267_GreaterFullEqual 2AA2_GreaterGreater 2277_GreaterLess 2A7E_GreaterSlantEqual 2273_GreaterTilde
        1D4A2_Gscr 226B_Gt 42A_HARDcy 2C7_Hacek 5E_Hat 124_Hcirc 210C_Hfr 210B_HilbertSpace 210D_Hopf
        2500_HorizontalLine 210B_Hscr 126_Hstrok 224E_HumpDownHump 224F_HumpEqual 415_IEcy 132_IJlig
        401_IOcy CD_Iacute CE_Icirc 418_Icy 130_Idot 2111_Ifr CC_Igrave 2111_Im 12A_Imacr 2148_ImaginaryI
        21D2_Implies 222C_Int 222B_Integral 22C2_Intersection 2063_InvisibleComma 2062_InvisibleTimes
        12E_Iogon 1D540_Iopf 399_Iota 2110_Iscr 128_Itilde 406_Iukcy CF_Iuml 134_Jcirc 419_Jcy 1D50D_Jfr
        1D541_Jopf 1D4A5_Jscr 408_Jsercy 404_Jukcy 425_KHcy 40C_KJcy 39A_Kappa 136_Kcedil 41A_Kcy 1D50E_Kfr
        1D542_Kopf 1D4A6_Kscr 409_LJcy 3C_LT 139_Lacute 39B_Lambda 27EA_Lang 2112_Laplacetrf 219E_Larr
        13D_Lcaron 13B_Lcedil 41B_Lcy 27E8_LeftAngleBracket 2190_LeftArrow 21E4_LeftArrowBar
        21C6_LeftArrowRightArrow 2308_LeftCeiling 27E6_LeftDoubleBracket 2961_LeftDownTeeVector
        21C3_LeftDownVector 2959_LeftDownVectorBar 230A_LeftFloor 2194_LeftRightArrow 294E_LeftRightVector
        22A3_LeftTee 21A4_LeftTeeArrow 295A_LeftTeeVector 22B2_LeftTriangle 29CF_LeftTriangleBar
        22B4_LeftTriangleEqual 2951_LeftUpDownVector 2960_LeftUpTeeVector 21BF_LeftUpVector
        2958_LeftUpVectorBar 21BC_LeftVector 2952_LeftVectorBar 21D0_Leftarrow 21D4_Leftrightarrow
        22DA_LessEqualGreater 2266_LessFullEqual 2276_LessGreater 2AA1_LessLess 2A7D_LessSlantEqual
        2272_LessTilde 1D50F_Lfr 22D8_Ll 21DA_Lleftarrow 13F_Lmidot 27F5_LongLeftArrow
        27F7_LongLeftRightArrow 27F6_LongRightArrow 27F8_Longleftarrow 27FA_Longleftrightarrow
        27F9_Longrightarrow 1D543_Lopf 2199_LowerLeftArrow 2198_LowerRightArrow 2112_Lscr 21B0_Lsh
        141_Lstrok 226A_Lt 2905_Map 41C_Mcy 205F_MediumSpace 2133_Mellintrf 1D510_Mfr 2213_MinusPlus
        1D544_Mopf 2133_Mscr 39C_Mu 40A_NJcy 143_Nacute 147_Ncaron 145_Ncedil 41D_Ncy
        200B_NegativeMediumSpace 200B_NegativeThickSpace 200B_NegativeThinSpace 200B_NegativeVeryThinSpace
        226B_NestedGreaterGreater 226A_NestedLessLess A_NewLine 1D511_Nfr 2060_NoBreak A0_NonBreakingSpace
        2115_Nopf 2AEC_Not 2262_NotCongruent 226D_NotCupCap 2226_NotDoubleVerticalBar 2209_NotElement
        2260_NotEqual 2242,338_NotEqualTilde 2204_NotExists 226F_NotGreater 2271_NotGreaterEqual
        2267,338_NotGreaterFullEqual 226B,338_NotGreaterGreater 2279_NotGreaterLess
        2A7E,338_NotGreaterSlantEqual 2275_NotGreaterTilde 224E,338_NotHumpDownHump 224F,338_NotHumpEqual
        22EA_NotLeftTriangle 29CF,338_NotLeftTriangleBar 22EC_NotLeftTriangleEqual 226E_NotLess
        2270_NotLessEqual 2278_NotLessGreater 226A,338_NotLessLess 2A7D,338_NotLessSlantEqual
        2274_NotLessTilde 2AA2,338_NotNestedGreaterGreater 2AA1,338_NotNestedLessLess 2280_NotPrecedes
        2AAF,338_NotPrecedesEqual 22E0_NotPrecedesSlantEqual 220C_NotReverseElement 22EB_NotRightTriangle
        29D0,338_NotRightTriangleBar 22ED_NotRightTriangleEqual 228F,338_NotSquareSubset
        22E2_NotSquareSubsetEqual 2290,338_NotSquareSuperset 22E3_NotSquareSupersetEqual 2282,20D2_NotSubset
        2288_NotSubsetEqual 2281_NotSucceeds 2AB0,338_NotSucceedsEqual 22E1_NotSucceedsSlantEqual
        227F,338_NotSucceedsTilde 2283,20D2_NotSuperset 2289_NotSupersetEqual 2241_NotTilde
        2244_NotTildeEqual 2247_NotTildeFullEqual 2249_NotTildeTilde 2224_NotVerticalBar 1D4A9_Nscr
        D1_Ntilde 39D_Nu 152_OElig D3_Oacute D4_Ocirc 41E_Ocy 150_Odblac 1D512_Ofr D2_Ograve 14C_Omacr
        3A9_Omega 39F_Omicron 1D546_Oopf 201C_OpenCurlyDoubleQuote 2018_OpenCurlyQuote 2A54_Or 1D4AA_Oscr
        D8_Oslash D5_Otilde 2A37_Otimes D6_Ouml 203E_OverBar 23DE_OverBrace 23B4_OverBracket
        23DC_OverParenthesis 2202_PartialD 41F_Pcy 1D513_Pfr 3A6_Phi 3A0_Pi B1_PlusMinus 210C_Poincareplane
        2119_Popf 2ABB_Pr 227A_Precedes 2AAF_PrecedesEqual 227C_PrecedesSlantEqual 227E_PrecedesTilde
        2033_Prime 220F_Product 2237_Proportion 221D_Proportional 1D4AB_Pscr 3A8_Psi 22_QUOT 1D514_Qfr
        211A_Qopf 1D4AC_Qscr 2910_RBarr AE_REG 154_Racute 27EB_Rang 21A0_Rarr 2916_Rarrtl 158_Rcaron
        156_Rcedil 420_Rcy 211C_Re 220B_ReverseElement 21CB_ReverseEquilibrium 296F_ReverseUpEquilibrium
        211C_Rfr 3A1_Rho 27E9_RightAngleBracket 2192_RightArrow 21E5_RightArrowBar 21C4_RightArrowLeftArrow
        2309_RightCeiling 27E7_RightDoubleBracket 295D_RightDownTeeVector 21C2_RightDownVector
        2955_RightDownVectorBar 230B_RightFloor 22A2_RightTee 21A6_RightTeeArrow 295B_RightTeeVector
        22B3_RightTriangle 29D0_RightTriangleBar 22B5_RightTriangleEqual 294F_RightUpDownVector
        295C_RightUpTeeVector 21BE_RightUpVector 2954_RightUpVectorBar 21C0_RightVector 2953_RightVectorBar
        21D2_Rightarrow 211D_Ropf 2970_RoundImplies 21DB_Rrightarrow 211B_Rscr 21B1_Rsh 29F4_RuleDelayed
        429_SHCHcy 428_SHcy 42C_SOFTcy 15A_Sacute 2ABC_Sc 160_Scaron 15E_Scedil 15C_Scirc 421_Scy 1D516_Sfr
        2193_ShortDownArrow 2190_ShortLeftArrow 2192_ShortRightArrow 2191_ShortUpArrow 3A3_Sigma
        2218_SmallCircle 1D54A_Sopf 221A_Sqrt 25A1_Square 2293_SquareIntersection 228F_SquareSubset
        2291_SquareSubsetEqual 2290_SquareSuperset 2292_SquareSupersetEqual 2294_SquareUnion 1D4AE_Sscr
        22C6_Star 22D0_Sub 22D0_Subset 2286_SubsetEqual 227B_Succeeds 2AB0_SucceedsEqual
        227D_SucceedsSlantEqual 227F_SucceedsTilde 220B_SuchThat 2211_Sum 22D1_Sup 2283_Superset
        2287_SupersetEqual 22D1_Supset DE_THORN 2122_TRADE 40B_TSHcy 426_TScy 9_Tab 3A4_Tau 164_Tcaron
        162_Tcedil 422_Tcy 1D517_Tfr 2234_Therefore 398_Theta 205F,200A_ThickSpace 2009_ThinSpace 223C_Tilde
        2243_TildeEqual 2245_TildeFullEqual 2248_TildeTilde 1D54B_Topf 20DB_TripleDot 1D4AF_Tscr 166_Tstrok
        DA_Uacute 219F_Uarr 2949_Uarrocir 40E_Ubrcy 16C_Ubreve DB_Ucirc 423_Ucy 170_Udblac 1D518_Ufr
        D9_Ugrave 16A_Umacr 5F_UnderBar 23DF_UnderBrace 23B5_UnderBracket 23DD_UnderParenthesis 22C3_Union
        228E_UnionPlus 172_Uogon 1D54C_Uopf 2191_UpArrow 2912_UpArrowBar 21C5_UpArrowDownArrow
        2195_UpDownArrow 296E_UpEquilibrium 22A5_UpTee 21A5_UpTeeArrow 21D1_Uparrow 21D5_Updownarrow
        2196_UpperLeftArrow 2197_UpperRightArrow 3D2_Upsi 3A5_Upsilon 16E_Uring 1D4B0_Uscr 168_Utilde
        DC_Uuml 22AB_VDash 2AEB_Vbar 412_Vcy 22A9_Vdash 2AE6_Vdashl 22C1_Vee 2016_Verbar 2016_Vert
        2223_VerticalBar 7C_VerticalLine 2758_VerticalSeparator 2240_VerticalTilde 200A_VeryThinSpace
        1D519_Vfr 1D54D_Vopf 1D4B1_Vscr 22AA_Vvdash 174_Wcirc 22C0_Wedge 1D51A_Wfr 1D54E_Wopf 1D4B2_Wscr
        1D51B_Xfr 39E_Xi 1D54F_Xopf 1D4B3_Xscr 42F_YAcy 407_YIcy 42E_YUcy DD_Yacute 176_Ycirc 42B_Ycy
        1D51C_Yfr 1D550_Yopf 1D4B4_Yscr 178_Yuml 416_ZHcy 179_Zacute 17D_Zcaron 417_Zcy 17B_Zdot
        200B_ZeroWidthSpace 396_Zeta 2128_Zfr 2124_Zopf 1D4B5_Zscr E1_aacute 103_abreve 223E_ac 223E,333_acE
        223F_acd E2_acirc B4_acute 430_acy E6_aelig 2061_af 1D51E_afr E0_agrave 2135_alefsym 2135_aleph
        3B1_alpha 101_amacr 2A3F_amalg 26_amp 2227_and 2A55_andand 2A5C_andd 2A58_andslope 2A5A_andv
        2220_ang 29A4_ange 2220_angle 2221_angmsd 29A8_angmsdaa 29A9_angmsdab 29AA_angmsdac 29AB_angmsdad
        29AC_angmsdae 29AD_angmsdaf 29AE_angmsdag 29AF_angmsdah 221F_angrt 22BE_angrtvb 299D_angrtvbd
        2222_angsph C5_angst 237C_angzarr 105_aogon 1D552_aopf 2248_ap 2A70_apE 2A6F_apacir 224A_ape
        224B_apid 27_apos 2248_approx 224A_approxeq E5_aring 1D4B6_ascr 2A_ast 2248_asymp 224D_asympeq
        E3_atilde E4_auml 2233_awconint 2A11_awint 2AED_bNot 224C_backcong 3F6_backepsilon 2035_backprime
        223D_backsim 22CD_backsimeq 22BD_barvee 2305_barwed 2305_barwedge 23B5_bbrk 23B6_bbrktbrk 224C_bcong
        431_bcy 201E_bdquo 2235_becaus 2235_because 29B0_bemptyv 3F6_bepsi 212C_bernou 3B2_beta 2136_beth
        226C_between 1D51F_bfr 22C2_bigcap 25EF_bigcirc 22C3_bigcup 2A00_bigodot 2A01_bigoplus
        2A02_bigotimes 2A06_bigsqcup 2605_bigstar 25BD_bigtriangledown 25B3_bigtriangleup 2A04_biguplus
        22C1_bigvee 22C0_bigwedge 290D_bkarow 29EB_blacklozenge 25AA_blacksquare 25B4_blacktriangle
        25BE_blacktriangledown 25C2_blacktriangleleft 25B8_blacktriangleright 2423_blank 2592_blk12
        2591_blk14 2593_blk34 2588_block 3D,20E5_bne 2261,20E5_bnequiv 2310_bnot 1D553_bopf 22A5_bot
        22A5_bottom 22C8_bowtie 2557_boxDL 2554_boxDR 2556_boxDl 2553_boxDr 2550_boxH 2566_boxHD 2569_boxHU
        2564_boxHd 2567_boxHu 255D_boxUL 255A_boxUR 255C_boxUl 2559_boxUr 2551_boxV 256C_boxVH 2563_boxVL
        2560_boxVR 256B_boxVh 2562_boxVl 255F_boxVr 29C9_boxbox 2555_boxdL 2552_boxdR 2510_boxdl 250C_boxdr
        2500_boxh 2565_boxhD 2568_boxhU 252C_boxhd 2534_boxhu 229F_boxminus 229E_boxplus 22A0_boxtimes
        255B_boxuL 2558_boxuR 2518_boxul 2514_boxur 2502_boxv 256A_boxvH 2561_boxvL 255E_boxvR 253C_boxvh
        2524_boxvl 251C_boxvr 2035_bprime 2D8_breve A6_brvbar 1D4B7_bscr 204F_bsemi 223D_bsim 22CD_bsime
        5C_bsol 29C5_bsolb 27C8_bsolhsub 2022_bull 2022_bullet 224E_bump 2AAE_bumpE 224F_bumpe 224F_bumpeq
        107_cacute 2229_cap 2A44_capand 2A49_capbrcup 2A4B_capcap 2A47_capcup 2A40_capdot 2229,FE00_caps
        2041_caret 2C7_caron 2A4D_ccaps 10D_ccaron E7_ccedil 109_ccirc 2A4C_ccups 2A50_ccupssm 10B_cdot
        B8_cedil 29B2_cemptyv A2_cent B7_centerdot 1D520_cfr 447_chcy 2713_check 2713_checkmark 3C7_chi
        25CB_cir 29C3_cirE 2C6_circ 2257_circeq 21BA_circlearrowleft 21BB_circlearrowright AE_circledR
        24C8_circledS 229B_circledast 229A_circledcirc 229D_circleddash 2257_cire 2A10_cirfnint 2AEF_cirmid
        29C2_cirscir 2663_clubs 2663_clubsuit 3A_colon 2254_colone 2254_coloneq 2C_comma 40_commat 2201_comp
        2218_compfn 2201_complement 2102_complexes 2245_cong 2A6D_congdot 222E_conint 1D554_copf 2210_coprod
        A9_copy 2117_copysr 21B5_crarr 2717_cross 1D4B8_cscr 2ACF_csub 2AD1_csube 2AD0_csup 2AD2_csupe
        22EF_ctdot 2938_cudarrl 2935_cudarrr 22DE_cuepr 22DF_cuesc 21B6_cularr 293D_cularrp 222A_cup
        2A48_cupbrcap 2A46_cupcap 2A4A_cupcup 228D_cupdot 2A45_cupor 222A,FE00_cups 21B7_curarr 293C_curarrm
        22DE_curlyeqprec 22DF_curlyeqsucc 22CE_curlyvee 22CF_curlywedge A4_curren 21B6_curvearrowleft
        21B7_curvearrowright 22CE_cuvee 22CF_cuwed 2232_cwconint 2231_cwint 232D_cylcty 21D3_dArr 2965_dHar
        2020_dagger 2138_daleth 2193_darr 2010_dash 22A3_dashv 290F_dbkarow 2DD_dblac 10F_dcaron 434_dcy
        2146_dd 2021_ddagger 21CA_ddarr 2A77_ddotseq B0_deg 3B4_delta 29B1_demptyv 297F_dfisht 1D521_dfr
        21C3_dharl 21C2_dharr 22C4_diam 22C4_diamond 2666_diamondsuit 2666_diams A8_die 3DD_digamma
        22F2_disin F7_div F7_divide 22C7_divideontimes 22C7_divonx 452_djcy 231E_dlcorn 230D_dlcrop
        24_dollar 1D555_dopf 2D9_dot 2250_doteq 2251_doteqdot 2238_dotminus 2214_dotplus 22A1_dotsquare
        2306_doublebarwedge 2193_downarrow 21CA_downdownarrows 21C3_downharpoonleft 21C2_downharpoonright
        2910_drbkarow 231F_drcorn 230C_drcrop 1D4B9_dscr 455_dscy 29F6_dsol 111_dstrok 22F1_dtdot 25BF_dtri
        25BE_dtrif 21F5_duarr 296F_duhar 29A6_dwangle 45F_dzcy 27FF_dzigrarr 2A77_eDDot 2251_eDot E9_eacute
        2A6E_easter 11B_ecaron 2256_ecir EA_ecirc 2255_ecolon 44D_ecy 117_edot 2147_ee 2252_efDot 1D522_efr
        2A9A_eg E8_egrave 2A96_egs 2A98_egsdot 2A99_el 23E7_elinters 2113_ell 2A95_els 2A97_elsdot 113_emacr
        2205_empty 2205_emptyset 2205_emptyv 2004_emsp13 2005_emsp14 2003_emsp 14B_eng 2002_ensp 119_eogon
        1D556_eopf 22D5_epar 29E3_eparsl 2A71_eplus 3B5_epsi 3B5_epsilon 3F5_epsiv 2256_eqcirc 2255_eqcolon
        2242_eqsim 2A96_eqslantgtr 2A95_eqslantless 3D_equals 225F_equest 2261_equiv 2A78_equivDD
        29E5_eqvparsl 2253_erDot 2971_erarr 212F_escr 2250_esdot 2242_esim 3B7_eta F0_eth EB_euml 20AC_euro
        21_excl 2203_exist 2130_expectation 2147_exponentiale 2252_fallingdotseq 444_fcy 2640_female
        FB03_ffilig FB00_fflig FB04_ffllig 1D523_ffr FB01_filig 66,6A_fjlig 266D_flat FB02_fllig 25B1_fltns
        192_fnof 1D557_fopf 2200_forall 22D4_fork 2AD9_forkv 2A0D_fpartint BD_frac12 2153_frac13 BC_frac14
        2155_frac15 2159_frac16 215B_frac18 2154_frac23 2156_frac25 BE_frac34 2157_frac35 215C_frac38
        2158_frac45 215A_frac56 215D_frac58 215E_frac78 2044_frasl 2322_frown 1D4BB_fscr 2267_gE 2A8C_gEl
        1F5_gacute 3B3_gamma 3DD_gammad 2A86_gap 11F_gbreve 11D_gcirc 433_gcy 121_gdot 2265_ge 22DB_gel
        2265_geq 2267_geqq 2A7E_geqslant 2A7E_ges 2AA9_gescc 2A80_gesdot 2A82_gesdoto 2A84_gesdotol
        22DB,FE00_gesl 2A94_gesles 1D524_gfr 226B_gg 22D9_ggg 2137_gimel 453_gjcy 2277_gl 2A92_glE 2AA5_gla
        2AA4_glj 2269_gnE 2A8A_gnap 2A8A_gnapprox 2A88_gne 2A88_gneq 2269_gneqq 22E7_gnsim 1D558_gopf
        60_grave 210A_gscr 2273_gsim 2A8E_gsime 2A90_gsiml 3E_gt 2AA7_gtcc 2A7A_gtcir 22D7_gtdot 2995_gtlPar
        2A7C_gtquest 2A86_gtrapprox 2978_gtrarr 22D7_gtrdot 22DB_gtreqless 2A8C_gtreqqless 2277_gtrless
        2273_gtrsim 2269,FE00_gvertneqq 2269,FE00_gvnE 21D4_hArr 200A_hairsp BD_half 210B_hamilt 44A_hardcy
        2194_harr 2948_harrcir 21AD_harrw 210F_hbar 125_hcirc 2665_hearts 2665_heartsuit 2026_hellip
        22B9_hercon 1D525_hfr 2925_hksearow 2926_hkswarow 21FF_hoarr 223B_homtht 21A9_hookleftarrow
        21AA_hookrightarrow 1D559_hopf 2015_horbar 1D4BD_hscr 210F_hslash 127_hstrok 2043_hybull 2010_hyphen
        ED_iacute 2063_ic EE_icirc 438_icy 435_iecy A1_iexcl 21D4_iff 1D526_ifr EC_igrave 2148_ii
        2A0C_iiiint 222D_iiint 29DC_iinfin 2129_iiota 133_ijlig 12B_imacr 2111_image 2110_imagline
        2111_imagpart 131_imath 22B7_imof 1B5_imped 2208_in 2105_incare 221E_infin 29DD_infintie 131_inodot
        222B_int 22BA_intcal 2124_integers 22BA_intercal 2A17_intlarhk 2A3C_intprod 451_iocy 12F_iogon
        1D55A_iopf 3B9_iota 2A3C_iprod BF_iquest 1D4BE_iscr 2208_isin 22F9_isinE 22F5_isindot 22F4_isins
        22F3_isinsv 2208_isinv 2062_it 129_itilde 456_iukcy EF_iuml 135_jcirc 439_jcy 1D527_jfr 237_jmath
        1D55B_jopf 1D4BF_jscr 458_jsercy 454_jukcy 3BA_kappa 3F0_kappav 137_kcedil 43A_kcy 1D528_kfr
        138_kgreen 445_khcy 45C_kjcy 1D55C_kopf 1D4C0_kscr 21DA_lAarr 21D0_lArr 291B_lAtail 290E_lBarr
        2266_lE 2A8B_lEg 2962_lHar 13A_lacute 29B4_laemptyv 2112_lagran 3BB_lambda 27E8_lang 2991_langd
        27E8_langle 2A85_lap AB_laquo 2190_larr 21E4_larrb 291F_larrbfs 291D_larrfs 21A9_larrhk 21AB_larrlp
        2939_larrpl 2973_larrsim 21A2_larrtl 2AAB_lat 2919_latail 2AAD_late 2AAD,FE00_lates 290C_lbarr
        2772_lbbrk 7B_lbrace 5B_lbrack 298B_lbrke 298F_lbrksld 298D_lbrkslu 13E_lcaron 13C_lcedil 2308_lceil
        7B_lcub 43B_lcy 2936_ldca 201C_ldquo 201E_ldquor 2967_ldrdhar 294B_ldrushar 21B2_ldsh 2264_le
        2190_leftarrow 21A2_leftarrowtail 21BD_leftharpoondown 21BC_leftharpoonup 21C7_leftleftarrows
        2194_leftrightarrow 21C6_leftrightarrows 21CB_leftrightharpoons 21AD_leftrightsquigarrow
        22CB_leftthreetimes 22DA_leg 2264_leq 2266_leqq 2A7D_leqslant 2A7D_les 2AA8_lescc 2A7F_lesdot
        2A81_lesdoto 2A83_lesdotor 22DA,FE00_lesg 2A93_lesges 2A85_lessapprox 22D6_lessdot 22DA_lesseqgtr
        2A8B_lesseqqgtr 2276_lessgtr 2272_lesssim 297C_lfisht 230A_lfloor 1D529_lfr 2276_lg 2A91_lgE
        21BD_lhard 21BC_lharu 296A_lharul 2584_lhblk 459_ljcy 226A_ll 21C7_llarr 231E_llcorner 296B_llhard
        25FA_lltri 140_lmidot 23B0_lmoust 23B0_lmoustache 2268_lnE 2A89_lnap 2A89_lnapprox 2A87_lne
        2A87_lneq 2268_lneqq 22E6_lnsim 27EC_loang 21FD_loarr 27E6_lobrk 27F5_longleftarrow
        27F7_longleftrightarrow 27FC_longmapsto 27F6_longrightarrow 21AB_looparrowleft 21AC_looparrowright
        2985_lopar 1D55D_lopf 2A2D_loplus 2A34_lotimes 2217_lowast 5F_lowbar 25CA_loz 25CA_lozenge 29EB_lozf
        28_lpar 2993_lparlt 21C6_lrarr 231F_lrcorner 21CB_lrhar 296D_lrhard 200E_lrm 22BF_lrtri 2039_lsaquo
        1D4C1_lscr 21B0_lsh 2272_lsim 2A8D_lsime 2A8F_lsimg 5B_lsqb 2018_lsquo 201A_lsquor 142_lstrok 3C_lt
        2AA6_ltcc 2A79_ltcir 22D6_ltdot 22CB_lthree 22C9_ltimes 2976_ltlarr 2A7B_ltquest 2996_ltrPar
        25C3_ltri 22B4_ltrie 25C2_ltrif 294A_lurdshar 2966_luruhar 2268,FE00_lvertneqq 2268,FE00_lvnE
        223A_mDDot AF_macr 2642_male 2720_malt 2720_maltese 21A6_map 21A6_mapsto 21A7_mapstodown
        21A4_mapstoleft 21A5_mapstoup 25AE_marker 2A29_mcomma 43C_mcy 2014_mdash 2221_measuredangle
        1D52A_mfr 2127_mho B5_micro 2223_mid 2A_midast 2AF0_midcir B7_middot 2212_minus 229F_minusb
        2238_minusd 2A2A_minusdu 2ADB_mlcp 2026_mldr 2213_mnplus 22A7_models 1D55E_mopf 2213_mp 1D4C2_mscr
        223E_mstpos 3BC_mu 22B8_multimap 22B8_mumap 22D9,338_nGg 226B,20D2_nGt 226B,338_nGtv 21CD_nLeftarrow
        21CE_nLeftrightarrow 22D8,338_nLl 226A,20D2_nLt 226A,338_nLtv 21CF_nRightarrow 22AF_nVDash
        22AE_nVdash 2207_nabla 144_nacute 2220,20D2_nang 2249_nap 2A70,338_napE 224B,338_napid 149_napos
        2249_napprox 266E_natur 266E_natural 2115_naturals A0_nbsp 224E,338_nbump 224F,338_nbumpe 2A43_ncap
        148_ncaron 146_ncedil 2247_ncong 2A6D,338_ncongdot 2A42_ncup 43D_ncy 2013_ndash 2260_ne 21D7_neArr
        2924_nearhk 2197_nearr 2197_nearrow 2250,338_nedot 2262_nequiv 2928_nesear 2242,338_nesim
        2204_nexist 2204_nexists 1D52B_nfr 2267,338_ngE 2271_nge 2271_ngeq 2267,338_ngeqq 2A7E,338_ngeqslant
        2A7E,338_nges 2275_ngsim 226F_ngt 226F_ngtr 21CE_nhArr 21AE_nharr 2AF2_nhpar 220B_ni 22FC_nis
        22FA_nisd 220B_niv 45A_njcy 21CD_nlArr 2266,338_nlE 219A_nlarr 2025_nldr 2270_nle 219A_nleftarrow
        21AE_nleftrightarrow 2270_nleq 2266,338_nleqq 2A7D,338_nleqslant 2A7D,338_nles 226E_nless 2274_nlsim
        226E_nlt 22EA_nltri 22EC_nltrie 2224_nmid 1D55F_nopf AC_not 2209_notin 22F9,338_notinE
        22F5,338_notindot 2209_notinva 22F7_notinvb 22F6_notinvc 220C_notni 220C_notniva 22FE_notnivb
        22FD_notnivc 2226_npar 2226_nparallel 2AFD,20E5_nparsl 2202,338_npart 2A14_npolint 2280_npr
        22E0_nprcue 2AAF,338_npre 2280_nprec 2AAF,338_npreceq 21CF_nrArr 219B_nrarr 2933,338_nrarrc
        219D,338_nrarrw 219B_nrightarrow 22EB_nrtri 22ED_nrtrie 2281_nsc 22E1_nsccue 2AB0,338_nsce
        1D4C3_nscr 2224_nshortmid 2226_nshortparallel 2241_nsim 2244_nsime 2244_nsimeq 2224_nsmid 2226_nspar
        22E2_nsqsube 22E3_nsqsupe 2284_nsub 2AC5,338_nsubE 2288_nsube 2282,20D2_nsubset 2288_nsubseteq
        2AC5,338_nsubseteqq 2281_nsucc 2AB0,338_nsucceq 2285_nsup 2AC6,338_nsupE 2289_nsupe
        2283,20D2_nsupset 2289_nsupseteq 2AC6,338_nsupseteqq 2279_ntgl F1_ntilde 2278_ntlg
        22EA_ntriangleleft 22EC_ntrianglelefteq 22EB_ntriangleright 22ED_ntrianglerighteq 3BD_nu 23_num
        2116_numero 2007_numsp 22AD_nvDash 2904_nvHarr 224D,20D2_nvap 22AC_nvdash 2265,20D2_nvge
        3E,20D2_nvgt 29DE_nvinfin 2902_nvlArr 2264,20D2_nvle 3C,20D2_nvlt 22B4,20D2_nvltrie 2903_nvrArr
        22B5,20D2_nvrtrie 223C,20D2_nvsim 21D6_nwArr 2923_nwarhk 2196_nwarr 2196_nwarrow 2927_nwnear 24C8_oS
        F3_oacute 229B_oast 229A_ocir F4_ocirc 43E_ocy 229D_odash 151_odblac 2A38_odiv 2299_odot 29BC_odsold
        153_oelig 29BF_ofcir 1D52C_ofr 2DB_ogon F2_ograve 29C1_ogt 29B5_ohbar 3A9_ohm 222E_oint 21BA_olarr
        29BE_olcir 29BB_olcross 203E_oline 29C0_olt 14D_omacr 3C9_omega 3BF_omicron 29B6_omid 2296_ominus
        1D560_oopf 29B7_opar 29B9_operp 2295_oplus 2228_or 21BB_orarr 2A5D_ord 2134_order 2134_orderof
        AA_ordf BA_ordm 22B6_origof 2A56_oror 2A57_orslope 2A5B_orv 2134_oscr F8_oslash 2298_osol F5_otilde
        2297_otimes 2A36_otimesas F6_ouml 233D_ovbar 2225_par B6_para 2225_parallel 2AF3_parsim 2AFD_parsl
        2202_part 43F_pcy 25_percnt 2E_period 2030_permil 22A5_perp 2031_pertenk 1D52D_pfr 3C6_phi 3D5_phiv
        2133_phmmat 260E_phone 3C0_pi 22D4_pitchfork 3D6_piv 210F_planck 210E_planckh 210F_plankv 2B_plus
        2A23_plusacir 229E_plusb 2A22_pluscir 2214_plusdo 2A25_plusdu 2A72_pluse B1_plusmn 2A26_plussim
        2A27_plustwo B1_pm 2A15_pointint 1D561_popf A3_pound 227A_pr 2AB3_prE 2AB7_prap 227C_prcue 2AAF_pre
        227A_prec 2AB7_precapprox 227C_preccurlyeq 2AAF_preceq 2AB9_precnapprox 2AB5_precneqq 22E8_precnsim
        227E_precsim 2032_prime 2119_primes 2AB5_prnE 2AB9_prnap 22E8_prnsim 220F_prod 232E_profalar
        2312_profline 2313_profsurf 221D_prop 221D_propto 227E_prsim 22B0_prurel 1D4C5_pscr 3C8_psi
        2008_puncsp 1D52E_qfr 2A0C_qint 1D562_qopf 2057_qprime 1D4C6_qscr 210D_quaternions 2A16_quatint
        3F_quest 225F_questeq 22_quot 21DB_rAarr 21D2_rArr 291C_rAtail 290F_rBarr 2964_rHar 223D,331_race
        155_racute 221A_radic 29B3_raemptyv 27E9_rang 2992_rangd 29A5_range 27E9_rangle BB_raquo 2192_rarr
        2975_rarrap 21E5_rarrb 2920_rarrbfs 2933_rarrc 291E_rarrfs 21AA_rarrhk 21AC_rarrlp 2945_rarrpl
        2974_rarrsim 21A3_rarrtl 219D_rarrw 291A_ratail 2236_ratio 211A_rationals 290D_rbarr 2773_rbbrk
        7D_rbrace 5D_rbrack 298C_rbrke 298E_rbrksld 2990_rbrkslu 159_rcaron 157_rcedil 2309_rceil 7D_rcub
        440_rcy 2937_rdca 2969_rdldhar 201D_rdquo 201D_rdquor 21B3_rdsh 211C_real 211B_realine 211C_realpart
        211D_reals 25AD_rect AE_reg 297D_rfisht 230B_rfloor 1D52F_rfr 21C1_rhard 21C0_rharu 296C_rharul
        3C1_rho 3F1_rhov 2192_rightarrow 21A3_rightarrowtail 21C1_rightharpoondown 21C0_rightharpoonup
        21C4_rightleftarrows 21CC_rightleftharpoons 21C9_rightrightarrows 219D_rightsquigarrow
        22CC_rightthreetimes 2DA_ring 2253_risingdotseq 21C4_rlarr 21CC_rlhar 200F_rlm 23B1_rmoust
        23B1_rmoustache 2AEE_rnmid 27ED_roang 21FE_roarr 27E7_robrk 2986_ropar 1D563_ropf 2A2E_roplus
        2A35_rotimes 29_rpar 2994_rpargt 2A12_rppolint 21C9_rrarr 203A_rsaquo 1D4C7_rscr 21B1_rsh 5D_rsqb
        2019_rsquo 2019_rsquor 22CC_rthree 22CA_rtimes 25B9_rtri 22B5_rtrie 25B8_rtrif 29CE_rtriltri
        2968_ruluhar 211E_rx 15B_sacute 201A_sbquo 227B_sc 2AB4_scE 2AB8_scap 161_scaron 227D_sccue 2AB0_sce
        15F_scedil 15D_scirc 2AB6_scnE 2ABA_scnap 22E9_scnsim 2A13_scpolint 227F_scsim 441_scy 22C5_sdot
        22A1_sdotb 2A66_sdote 21D8_seArr 2925_searhk 2198_searr 2198_searrow A7_sect 3B_semi 2929_seswar
        2216_setminus 2216_setmn 2736_sext 1D530_sfr 2322_sfrown 266F_sharp 449_shchcy 448_shcy
        2223_shortmid 2225_shortparallel AD_shy 3C3_sigma 3C2_sigmaf 3C2_sigmav 223C_sim 2A6A_simdot
        2243_sime 2243_simeq 2A9E_simg 2AA0_simgE 2A9D_siml 2A9F_simlE 2246_simne 2A24_simplus 2972_simrarr
        2190_slarr 2216_smallsetminus 2A33_smashp 29E4_smeparsl 2223_smid 2323_smile 2AAA_smt 2AAC_smte
        2AAC,FE00_smtes 44C_softcy 2F_sol 29C4_solb 233F_solbar 1D564_sopf 2660_spades 2660_spadesuit
        2225_spar 2293_sqcap 2293,FE00_sqcaps 2294_sqcup 2294,FE00_sqcups 228F_sqsub 2291_sqsube
        228F_sqsubset 2291_sqsubseteq 2290_sqsup 2292_sqsupe 2290_sqsupset 2292_sqsupseteq 25A1_squ
        25A1_square 25AA_squarf 25AA_squf 2192_srarr 1D4C8_sscr 2216_ssetmn 2323_ssmile 22C6_sstarf
        2606_star 2605_starf 3F5_straightepsilon 3D5_straightphi AF_strns 2282_sub 2AC5_subE 2ABD_subdot
        2286_sube 2AC3_subedot 2AC1_submult 2ACB_subnE 228A_subne 2ABF_subplus 2979_subrarr 2282_subset
        2286_subseteq 2AC5_subseteqq 228A_subsetneq 2ACB_subsetneqq 2AC7_subsim 2AD5_subsub 2AD3_subsup
        227B_succ 2AB8_succapprox 227D_succcurlyeq 2AB0_succeq 2ABA_succnapprox 2AB6_succneqq 22E9_succnsim
        227F_succsim 2211_sum 266A_sung B9_sup1 B2_sup2 B3_sup3 2283_sup 2AC6_supE 2ABE_supdot 2AD8_supdsub
        2287_supe 2AC4_supedot 27C9_suphsol 2AD7_suphsub 297B_suplarr 2AC2_supmult 2ACC_supnE 228B_supne
        2AC0_supplus 2283_supset 2287_supseteq 2AC6_supseteqq 228B_supsetneq 2ACC_supsetneqq 2AC8_supsim
        2AD4_supsub 2AD6_supsup 21D9_swArr 2926_swarhk 2199_swarr 2199_swarrow 292A_swnwar DF_szlig
        2316_target 3C4_tau 23B4_tbrk 165_tcaron 163_tcedil 442_tcy 20DB_tdot 2315_telrec 1D531_tfr
        2234_there4 2234_therefore 3B8_theta 3D1_thetasym 3D1_thetav 2248_thickapprox 223C_thicksim
        2009_thinsp 2248_thkap 223C_thksim FE_thorn 2DC_tilde D7_times 22A0_timesb 2A31_timesbar 2A30_timesd
        222D_tint 2928_toea 22A4_top 2336_topbot 2AF1_topcir 1D565_topf 2ADA_topfork 2929_tosa 2034_tprime
        2122_trade 25B5_triangle 25BF_triangledown 25C3_triangleleft 22B4_trianglelefteq 225C_triangleq
        25B9_triangleright 22B5_trianglerighteq 25EC_tridot 225C_trie 2A3A_triminus 2A39_triplus 29CD_trisb
        2A3B_tritime 23E2_trpezium 1D4C9_tscr 446_tscy 45B_tshcy 167_tstrok 226C_twixt 219E_twoheadleftarrow
        21A0_twoheadrightarrow 21D1_uArr 2963_uHar FA_uacute 2191_uarr 45E_ubrcy 16D_ubreve FB_ucirc 443_ucy
        21C5_udarr 171_udblac 296E_udhar 297E_ufisht 1D532_ufr F9_ugrave 21BF_uharl 21BE_uharr 2580_uhblk
        231C_ulcorn 231C_ulcorner 230F_ulcrop 25F8_ultri 16B_umacr A8_uml 173_uogon 1D566_uopf 2191_uparrow
        2195_updownarrow 21BF_upharpoonleft 21BE_upharpoonright 228E_uplus 3C5_upsi 3D2_upsih 3C5_upsilon
        21C8_upuparrows 231D_urcorn 231D_urcorner 230E_urcrop 16F_uring 25F9_urtri 1D4CA_uscr 22F0_utdot
        169_utilde 25B5_utri 25B4_utrif 21C8_uuarr FC_uuml 29A7_uwangle 21D5_vArr 2AE8_vBar 2AE9_vBarv
        22A8_vDash 299C_vangrt 3F5_varepsilon 3F0_varkappa 2205_varnothing 3D5_varphi 3D6_varpi
        221D_varpropto 2195_varr 3F1_varrho 3C2_varsigma 228A,FE00_varsubsetneq 2ACB,FE00_varsubsetneqq
        228B,FE00_varsupsetneq 2ACC,FE00_varsupsetneqq 3D1_vartheta 22B2_vartriangleleft
        22B3_vartriangleright 432_vcy 22A2_vdash 2228_vee 22BB_veebar 225A_veeeq 22EE_vellip 7C_verbar
        7C_vert 1D533_vfr 22B2_vltri 2282,20D2_vnsub 2283,20D2_vnsup 1D567_vopf 221D_vprop 22B3_vrtri
        1D4CB_vscr 2ACB,FE00_vsubnE 228A,FE00_vsubne 2ACC,FE00_vsupnE 228B,FE00_vsupne 299A_vzigzag
        175_wcirc 2A5F_wedbar 2227_wedge 2259_wedgeq 2118_weierp 1D534_wfr 1D568_wopf 2118_wp 2240_wr
        2240_wreath 1D4CC_wscr 22C2_xcap 25EF_xcirc 22C3_xcup 25BD_xdtri 1D535_xfr 27FA_xhArr 27F7_xharr
        3BE_xi 27F8_xlArr 27F5_xlarr 27FC_xmap 22FB_xnis 2A00_xodot 1D569_xopf 2A01_xoplus 2A02_xotime
        27F9_xrArr 27F6_xrarr 1D4CD_xscr 2A06_xsqcup 2A04_xuplus 25B3_xutri 22C1_xvee 22C0_xwedge FD_yacute
        44F_yacy 177_ycirc 44B_ycy A5_yen 1D536_yfr 457_yicy 1D56A_yopf 1D4CE_yscr 44E_yucy FF_yuml
        17A_zacute 17E_zcaron 437_zcy 17C_zdot 2128_zeetrf 3B6_zeta 1D537_zfr 436_zhcy 21DD_zigrarr
        1D56B_zopf 1D4CF_zscr 200D_zwj 200C_zwnj
        """
}
